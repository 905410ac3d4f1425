/**
 * Keeps the first bytes that arrived since the last message boundary of a connection, so that what cannot be read
 * as HTTP can still be shown. Bounded: the rest is counted as truncated.
 */
export interface ByteTail {
  append(chunk: Uint8Array): void
  clear(): void
  /** A copy of what is kept. */
  bytes(): Uint8Array
  readonly isEmpty: () => boolean
  readonly isTruncated: () => boolean
}

export function createByteTail(maxBytes: number): ByteTail {
  let chunks: Uint8Array[] = []
  let kept = 0
  let truncated = false
  return {
    append(chunk) {
      const room = maxBytes - kept
      if (chunk.byteLength > room) truncated = true
      if (room <= 0) return
      const part = chunk.byteLength > room ? chunk.subarray(0, room) : chunk
      chunks.push(part)
      kept += part.byteLength
    },
    clear() {
      chunks = []
      kept = 0
      truncated = false
    },
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
    isEmpty: () => kept === 0,
    isTruncated: () => truncated,
  }
}
