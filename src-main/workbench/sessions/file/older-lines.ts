import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { LIMITS } from '#lib/limits/limit-table'
import type { SessionRows } from '#store/export/foreign-session'
import { fileNameOf, SessionFileError, tableNamesOf } from '#store/export/tables'
import { tableOf } from '#store/tables'
import { parseBounded, type SessionFileHeader } from './header'

const LINE_FEED = 0x0a
/** Bytes that are read at once. */
const PIECE_BYTES = 262_144

const CUT_SHORT = 'ends in the middle. Copy it again, whole'

/**
 * Opens an unpacked session file of version 1: UTF-8 lines, each JSON. The first is the head; then comes one row a line as
 * `["table", value, …]` in the order of the tables, bytes as base64; the last is `{"sha256": "…"}` over all lines before,
 * their line feeds included.
 * @throws SessionFileError from here, from `rows` and from `end`
 */
export function openOlderLines(path: string): SessionRows & { end(header: SessionFileHeader): void } {
  const file = openSync(path, 'r')
  const hash = createHash('sha256')
  let maxBytes: number = LIMITS.sessionRecordBytes
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
        if (length > maxBytes) {
          throw new SessionFileError(
            `has a line that is longer than ${String(maxBytes)} bytes; no Paybench writes such lines here`,
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
      *rows(table, { schema, count }) {
        maxBytes = tableOf(table).isHeavy === true ? LIMITS.sessionLineBytes : LIMITS.sessionRecordBytes
        for (let read = 0; read < count; read += 1) {
          const parsed = parseBounded(next())
          const row: readonly unknown[] = Array.isArray(parsed) ? parsed : []
          const [named, ...values] = row
          if (named !== fileNameOf(table, schema))
            throw new SessionFileError(`is not one of ${table}, which the head announces here`)
          yield [values]
        }
      },
      end({ tables, schema }) {
        maxBytes = LIMITS.sessionLineBytes
        const dropped = tables.slice(tableNamesOf(schema).length).reduce((sum, { rows }) => sum + rows, 0)
        for (let read = 0; read < dropped; read += 1) next()
        if (next(false) !== `{"sha256":"${hash.digest('hex')}"}`) {
          throw new SessionFileError(
            'was changed after it was written, or does not end where its head says. Copy it again, or export it once more',
          )
        }
        if (consumed !== fstatSync(file).size) throw new SessionFileError('goes on behind its end')
      },
      close() {
        closeSync(file)
      },
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}
