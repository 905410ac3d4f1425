/** Collects the bytes of a body in the order of their arrival. */
export interface BytePile {
  add(chunk: Buffer): void
  readonly size: () => number
  /** Everything so far as one array; a copy where it came in more than one piece. */
  bytes(): Uint8Array
}

const PAGE_BYTES = 64 * 1024
/** A chunk below this is copied: as an object of its own it costs many times its bytes, and holds on to the read around it. */
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
      // Most bodies are one chunk.
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
      // The pieces are not kept beside it while the body is handled.
      pieces.splice(0, pieces.length, whole)
      return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)
    },
  }
}
