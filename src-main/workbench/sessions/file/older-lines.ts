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
  let piece = Buffer.alloc(0)
  let consumed = 0

  const nextLine = (maxBytes: number, isHashed = true): string => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const texts: string[] = []
    let length = 0
    for (let isOver = false; !isOver;) {
      if (piece.length === 0) {
        const space = Buffer.alloc(PIECE_BYTES)
        piece = space.subarray(0, readSync(file, space))
      }
      if (piece.length === 0) throw new SessionFileError(CUT_SHORT)
      const found = piece.indexOf(LINE_FEED)
      isOver = found !== -1
      const part = isOver ? piece.subarray(0, found) : piece
      piece = piece.subarray(isOver ? found + 1 : piece.length)
      length += part.length
      if (length > maxBytes) {
        throw new SessionFileError(
          `has a line that is longer than ${String(maxBytes)} bytes, which Paybench never writes here`,
        )
      }
      if (isHashed) hash.update(part)
      try {
        texts.push(decoder.decode(part, { stream: !isOver }))
      } catch {
        throw new SessionFileError('holds a line that is not UTF-8')
      }
    }
    if (isHashed) hash.update('\n')
    consumed += length + 1
    // Our lines have no white space around their JSON: megabytes of it would only take time.
    if (/\s$/.test(texts.at(-1) ?? '')) throw new SessionFileError('holds a line that ends with white space')
    return texts.join('')
  }

  try {
    return {
      head: nextLine(LIMITS.sessionRecordBytes),
      *rows({ name, rows }) {
        for (let read = 0; read < rows; read += 1) {
          const parsed = parseBounded(nextLine(LIMITS.sessionLineBytes))
          const row: readonly unknown[] = Array.isArray(parsed) ? parsed : []
          const [named, ...values] = row
          if (named !== name)
            throw new SessionFileError(`is not a row of ${name}, which the head announces here`)
          yield [values]
        }
      },
      end() {
        const last = nextLine(LIMITS.sessionRecordBytes, false)
        if (last !== `{"sha256":"${hash.digest('hex')}"}`) {
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
