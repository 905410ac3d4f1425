/** Collects the bytes of a body in the order of their arrival. */
export interface BytePile {
  add(chunk: Buffer): void
  readonly size: () => number
  /** Returns all bytes so far as one array: a copy if they arrived in several chunks. */
  bytes(): Uint8Array
}

const PAGE_BYTES = 64 * 1024
/**
 * Smaller chunks are copied: as a separate object each would cost many times its size and keep the buffer around it
 * alive.
 */
const SMALL_CHUNK_BYTES = 16 * 1024

export function createBytePile(): BytePile {
  const pieces: Buffer[] = []
  let page: Buffer | null = null
  let used = 0
  let size = 0

  const endPage = (): void => {
    if (page !== null && used > 0) pieces.push(page.subarray(0, used))
    page = null
    used = 0
  }
  return {
    add(chunk) {
      size += chunk.byteLength
      // Most bodies arrive in one chunk, which is kept without copying.
      if (chunk.byteLength >= SMALL_CHUNK_BYTES || size === chunk.byteLength) {
        endPage()
        pieces.push(chunk)
        return
      }
      if (page === null || used + chunk.byteLength > PAGE_BYTES) {
        endPage()
        page = Buffer.allocUnsafeSlow(PAGE_BYTES)
      }
      chunk.copy(page, used)
      used += chunk.byteLength
    },
    size: () => size,
    bytes() {
      endPage()
      const only = pieces[0]
      const whole = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
      // Drop the pieces, so that they do not stay in memory while the body is handled.
      pieces.splice(0, pieces.length, whole)
      return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)
    },
  }
}
