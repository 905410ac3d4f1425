import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { doAllSteps } from '#lib/steps'
import { announced } from '#store/export/tables'
import type { Store } from '#store/store'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { RUN_TRACES_KEY } from '#workbench/scenarios/runs/kept-run'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createPacer, runSteps } from '#core/retention'
import { LIMITS } from '#lib/limits/limit-table'
import { FORMAT, FORMAT_VERSION, type SessionFileHeader } from './header'
import { EXPANSION_FREE_BYTES } from './received-file'

interface SessionToCopy extends Pick<SessionFileHeader, 'product' | 'createdAt' | 'clock'> {
  readonly store: Pick<Store, 'snapshot' | 'directory'>
  readonly copy: string
  readonly includeSecrets: boolean
}

/**
 * Copies every row into a new database while Paybench keeps running; the packed database is the session file.
 * Memory use does not depend on the size of the session. Rejects with an AbortError if `signal` is aborted.
 * @param out `makeRoom`: called with the bytes of the copy; rejects if there is no room for more
 */
export async function copySession(
  { store, copy, includeSecrets, ...about }: SessionToCopy,
  out: {
    readonly signal: AbortSignal
    readonly onProgress: (rows: number) => void
    readonly makeRoom: (copiedBytes: number) => Promise<void>
  },
): Promise<SessionFileHeader> {
  const pacer = createPacer(() => out.signal.throwIfAborted())
  const snapshot = store.snapshot(copy)
  try {
    const copying = snapshot.copyRows(
      (table, column) => valueOf(table, column, includeSecrets),
      out.onProgress,
    )
    // A database in memory is copied at once, before it can change.
    const counts =
      store.directory === null
        ? doAllSteps(copying)
        : await runSteps(copying, {
            async pause() {
              await out.makeRoom((await stat(copy)).size)
              await pacer.pause()
            },
          })
    const header: SessionFileHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      schema: snapshot.schemaVersion,
      ...about,
      hasSecrets: includeSecrets,
      tables: TABLE_NAMES.map((name) => announced(name, counts[name])),
    }
    snapshot.finish(JSON.stringify(header))
    return header
  } finally {
    snapshot.close()
  }
}

/** Maximum number of characters copied from a text in older data, which may be too long for a session file. */
const SHORTENED_CHARS = 100_000

/** SQL for a column whose secrets are left out, or whose older data is shortened; undefined for any other column. */
function valueOf(table: TableName, name: string, includeSecrets: boolean): string | undefined {
  if (!includeSecrets && table === 'settings' && name === 'value') {
    return `CASE key WHEN '${RUN_TRACES_KEY}' THEN '{}' ELSE value END`
  }
  const [, column] =
    Object.entries(tableOf(table).columns).find(([field]) => columnName(field) === name) ?? []
  if (!includeSecrets && column?.withoutSecret !== undefined) return `'${column.withoutSecret}'`
  return column?.shorten === undefined ? undefined : `substr("${name}", 1, ${String(SHORTENED_CHARS)})`
}

const pack = promisify(gzip)

/** Higher levels take three times as long and save only a tenth more. */
const GZIP_LEVEL = 4
const STORED_LEVEL = 0
/** Bytes read at once and compressed as one gzip member. All members of a gzip file unpack to one stream. */
const MEMBER_BYTES = 1024 * 1024
/** Above this ratio, a part is stored uncompressed: a reader allows twice the ratio. */
const MAX_RATIO = LIMITS.sessionExpansion / 2
const FREE_BYTES = EXPANSION_FREE_BYTES / 2

/** The bytes of a session file: a copied session, packed. Throws an AbortError if `signal` is aborted. */
export const packedSession = (copy: string, signal: AbortSignal): AsyncGenerator<Buffer> =>
  packed(createReadStream(copy, { highWaterMark: MEMBER_BYTES }), signal)

/**
 * Compresses parts of at most {@link MEMBER_BYTES} with gzip. The file never expands to more than its reader
 * accepts, even if it contains sixteen megabytes of one letter.
 */
export async function* packed(parts: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  let bytesIn = 0
  let bytesOut = 0
  for await (const bytes of parts) {
    signal.throwIfAborted()
    bytesIn += bytes.length
    let member = await pack(bytes, { level: GZIP_LEVEL })
    if (bytesIn > FREE_BYTES + (bytesOut + member.length) * MAX_RATIO) {
      member = await pack(bytes, { level: STORED_LEVEL })
    }
    bytesOut += member.length
    yield member
  }
  signal.throwIfAborted()
}
