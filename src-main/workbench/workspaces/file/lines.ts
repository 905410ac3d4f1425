import { errorInLine } from './workspace-file-error'

/** Cuts bytes into lines, however they arrive. */
export interface LineCutter {
  /** The lines that are complete now, without their line feeds. Throws for a line that is too long. */
  cut(bytes: Uint8Array): Iterable<Buffer>
  /** Number of the line that is coming, from 1. */
  readonly next: number
  /** Whether the last line was not ended. */
  readonly isOpen: boolean
}

const LINE_FEED = 0x0a

/** `maxBytes` is asked for every line anew: the lines before it say what may follow. */
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
