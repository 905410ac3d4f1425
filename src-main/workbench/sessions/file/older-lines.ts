import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LIMITS } from '#lib/limits/limit-table'
import type { SessionRows } from '#store/export/foreign-session'
import { SessionFileError } from '#store/export/tables'
import { parseBounded } from './header'

const LINE_FEED = 0x0a
const PIECE_BYTES = 262_144

const CUT_SHORT = 'ends in the middle. Copy it again in full'

/**
 * Opens an unpacked session file of version 1: UTF-8 lines, each JSON. The first is the header; then comes one row
 * per line as `["table", value, …]` in the order of the tables, bytes as base64; the last is `{"sha256": "…"}` over
 * all previous lines with their line feeds.
 * @throws SessionFileError, and so do `rows` and `end`
 */
export function openOlderLines(path: string): SessionRows & { end(): void } {
  const file = openSync(path, 'r')
  const hash = createHash('sha256')
  let consumed = 0

  function* linesOfFile(): Generator<Buffer> {
    let parts: Buffer[] = []
    for (;;) {
      const piece = Buffer.alloc(PIECE_BYTES)
      const bytes = readSync(file, piece)
      if (bytes === 0) return
      for (let from = 0; from < bytes;) {
        const found = piece.subarray(0, bytes).indexOf(LINE_FEED, from)
        const end = found === -1 ? bytes : found
        parts.push(piece.subarray(from, end))
        const length = parts.reduce((sum, part) => sum + part.length, 0)
        if (length > LIMITS.sessionLineBytes) {
          throw new SessionFileError(
            `has a line that is longer than ${String(LIMITS.sessionLineBytes)} bytes, which Paybench never writes here`,
          )
        }
        from = end + 1
        if (found === -1) continue
        consumed += length + 1
        yield Buffer.concat(parts)
        parts = []
      }
    }
  }
  const lines = linesOfFile()

  const next = (isHashed = true): string => {
    const line = lines.next()
    if (line.done === true) throw new SessionFileError(CUT_SHORT)
    if (isHashed) hash.update(line.value).update('\n')
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line.value)
    } catch {
      throw new SessionFileError('holds a line that is not UTF-8')
    }
  }

  try {
    return {
      head: next(),
      *rows({ name, rows }) {
        for (let read = 0; read < rows; read += 1) {
          const parsed = parseBounded(next())
          const row: readonly unknown[] = Array.isArray(parsed) ? parsed : []
          const [named, ...values] = row
          if (named !== name)
            throw new SessionFileError(`is not a row of ${name}, which the head announces here`)
          yield [values]
        }
      },
      end() {
        if (next(false) !== `{"sha256":"${hash.digest('hex')}"}`) {
          throw new SessionFileError(
            'was changed after it was written, or does not end where its head says. Copy it again, or export it once more',
          )
        }
        if (consumed !== fstatSync(file).size) throw new SessionFileError('has more data after its last line')
      },
      close: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}
