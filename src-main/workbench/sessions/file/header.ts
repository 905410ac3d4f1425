import { z } from 'zod'
import { isoTime } from '#protocol/shapes'
import { clockMode } from '#protocol/bench'
import type { SessionView } from '#protocol/sessions'
import { readShape, shapeErrorText } from '#domain/read-shape'
import { surveyJson } from '#lib/json/scan'
import { OLDEST_READABLE_SCHEMA, SCHEMA_VERSION } from '#store/export/restore'
import { announced, SessionFileError } from '#store/export/tables'
import { TABLE_NAMES } from '#store/tables'
import { readStoredJson } from '#core/stored-json'

/**
 * A session file is a gzipped database with the tables of the journal, and with this header as JSON in its
 * table `session`. Version 1 was gzipped lines of JSON (`older-lines.ts`).
 */
export const FORMAT = 'paybench-session'
export const FORMAT_VERSION = 2

const MAX_ROWS = 200_000_000

const sessionFileHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  schema: z.int().min(1),
  product: z.string().max(100),
  /** Wall time. */
  createdAt: isoTime,
  clock: z.object({ mode: clockMode, now: isoTime }),
  hasSecrets: z.boolean(),
  tables: z
    .array(
      z.object({
        name: z.string().max(100),
        columns: z.array(z.string().max(100)).max(200),
        rows: z.int().min(0).max(MAX_ROWS),
      }),
    )
    .max(200),
})
export type SessionFileHeader = z.infer<typeof sessionFileHeader>

/** Checked first: the other members may mean something else in a later version. */
const headerOfAnyVersion = z.object({ format: z.literal(FORMAT), version: z.int(), schema: z.int() })

export function countsIn({ tables }: SessionFileHeader): Pick<SessionView, 'payments' | 'messages'> {
  const rowsOf = (name: string): number => tables.find((table) => table.name === name)?.rows ?? 0
  return { payments: rowsOf('payments'), messages: rowsOf('callbacks') + rowsOf('exchanges') }
}

/**
 * Parses JSON from a file, unless it has too many values or levels.
 * @throws SessionFileError
 */
export function parseBounded(text: string): unknown {
  const { tooDeepAt, tooManyAt } = surveyJson(text)
  if (tooDeepAt !== undefined || tooManyAt !== undefined) {
    throw new SessionFileError('holds JSON with too many levels or values')
  }
  try {
    return readStoredJson(text)
  } catch {
    throw new SessionFileError('holds text that is not JSON')
  }
}

/**
 * Reads and checks the header of a file. Names from a file never become part of an SQL statement: tables and
 * columns of the current schema are compared here, those of an older one in `older-session.ts`.
 * @throws SessionFileError
 */
export function readHeader(text: string): SessionFileHeader {
  const value = parseBounded(text)
  const known = readShape(headerOfAnyVersion, value)
  if (!known.success) throw new SessionFileError('does not begin with the head of a Paybench session')
  if (known.data.version > FORMAT_VERSION || known.data.schema > SCHEMA_VERSION) {
    throw new SessionFileError(
      'was written by a newer Paybench. Update this Paybench, or export the session with a Paybench of the same version',
    )
  }
  if (known.data.schema < OLDEST_READABLE_SCHEMA) {
    throw new SessionFileError(
      'was written by an older Paybench, whose tables were different. Open it with that version',
    )
  }
  const parsed = readShape(sessionFileHeader, value)
  if (!parsed.success) {
    throw new SessionFileError(`has an unreadable head (${shapeErrorText(parsed.error)})`)
  }
  const { schema, tables } = parsed.data
  const ofToday = TABLE_NAMES.map((name, at) => announced(name, tables[at]?.rows ?? 0))
  if (schema === SCHEMA_VERSION && JSON.stringify(tables) !== JSON.stringify(ofToday)) {
    throw new SessionFileError('announces tables or columns other than those of a session')
  }
  return parsed.data
}
