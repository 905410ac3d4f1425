/** Path at which the workbench listener takes WebSockets. */
export const SOCKET_PATH = '/api/v1/line'

/** Subprotocol of those WebSockets; a client offers it together with the token. */
export const SOCKET_PROTOCOL = 'paybench'

/** One end of a connection: in memory, over the desktop's channel, or over a WebSocket. */
export interface Connection {
  send(message: unknown): void
  /** Returns the function that stops listening. */
  onMessage(listener: (message: unknown) => void): () => void
}
