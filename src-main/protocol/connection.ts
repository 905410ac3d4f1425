/** One end of a connection: in memory, over the desktop's channel, or over a WebSocket. */
export interface Connection {
  send(message: unknown): void
  /** Returns the function that stops listening. */
  onMessage(listener: (message: unknown) => void): () => void
}
