import { errorInLine } from './workspace-file-error'

/** Splits a stream of bytes into lines. */
export interface LineCutter {
  /** Adds bytes and returns the complete lines without their line feeds. Throws where a line is too long. */
  cut(bytes: Uint8Array): Iterable<Buffer>
  /** Number of the next line, from 1. */
  readonly next: number
  /** Whether the last line has no line feed yet. */
  readonly isOpen: boolean
}

const LINE_FEED = 0x0a

/**
 * @param maxBytes returns the largest length of the next line; it is called for every line, because earlier lines
 * decide it
 */
export function createLineCutter(maxBytes: () => number): LineCutter {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let next = 1

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    waitingBytes += bytes.length
    const most = maxBytes()
    if (waitingBytes > most) {
      throw errorInLine(next, `is longer than ${String(most)} bytes; no Paybench writes such lines here`)
    }
    waiting.push(bytes)
  }

  return {
    *cut(bytes) {
      let from = 0
      for (;;) {
        const end = bytes.indexOf(LINE_FEED, from)
        if (end === -1) break
        keep(bytes.subarray(from, end))
        const line = Buffer.concat(waiting)
        waiting = []
        waitingBytes = 0
        from = end + 1
        next += 1
        yield line
      }
      keep(bytes.subarray(from))
    },
    get next() {
      return next
    },
    get isOpen() {
      return waitingBytes > 0
    },
  }
}
