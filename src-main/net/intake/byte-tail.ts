/**
 * Keeps the first bytes since the last message boundary of a connection, so that bytes that are not HTTP can still be
 * shown. Drops bytes beyond its limit and reports itself as truncated then.
 */
export interface ByteTail {
  append(chunk: Uint8Array): void
  clear(): void
  /** Returns a copy of the kept bytes. */
  bytes(): Uint8Array
  readonly isEmpty: () => boolean
  readonly isTruncated: () => boolean
}

/** @param maxBytes most bytes that are kept */
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
