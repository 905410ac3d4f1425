import { z } from 'zod'
import { isoTime } from '#protocol/shapes'
import { clockMode } from '#protocol/bench'

/**
 * What a session file says of itself. It is gzip over a database with the tables of the journal, and this as JSON in its
 * table `session`. Until version 1 it was gzip over UTF-8 lines, each JSON: this one, then one row a line as
 * `["table", value, …]` in the order of `tables`, then `{"sha256": "…"}` over all lines before, their line feeds
 * included; bytes as base64.
 */
export const FORMAT = 'paybench-session'
export const FORMAT_VERSION = 2

const MAX_ROWS = 200_000_000

export const sessionFileHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  /** Version of the store's tables. */
  schema: z.int().min(1),
  /** Version of the Paybench that wrote it. */
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

/** Only these are looked at before the rest: what follows may mean something else in a later version. */
export const headerOfAnyVersion = z.object({ format: z.literal(FORMAT), version: z.int(), schema: z.int() })

export const sessionFileFooter = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export const rowsOf = ({ tables }: SessionFileHeader): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

export const rowsOfTable = ({ tables }: SessionFileHeader, name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0
