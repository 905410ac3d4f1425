import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ClockMode } from '#protocol/bench'
import { doAllSteps } from '#lib/steps'
import { announced } from '#store/export/tables'
import type { RowCounts, Store } from '#store/store'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { RUN_TRACES_KEY } from '#workbench/scenarios/runs/kept-run'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createPacer, runSteps } from '#core/retention'
import { LIMITS } from '#lib/limits/limit-table'
import { FORMAT, FORMAT_VERSION, type SessionFileHeader } from './header'
import { EXPANSION_FREE_BYTES } from './read-session-file'

/** Where the bytes of the file go, one part after the other. */
type TakeBytes = (bytes: Uint8Array) => Promise<void> | void

interface SessionToWrite {
  readonly store: Pick<Store, 'snapshot' | 'directory'>
  /** Where the database is put together, which is removed again. */
  readonly copy: string
  /** Version of this Paybench. */
  readonly product: string
  /** Wall time, epoch milliseconds. */
  readonly wallNow: number
  /** The virtual clock at the moment of the snapshot. */
  readonly clock: { readonly mode: ClockMode; readonly now: number }
  readonly includeSecrets: boolean
}

/**
 * Writes a session file while the bench continues to run: a database with every row, packed in parts, so that memory use
 * does not depend on the size of the session. Rejects with an AbortError where `signal` is aborted.
 * @returns what the file is: its header, its size and its SHA-256 in hexadecimal
 */
export async function writeSessionFile(
  session: SessionToWrite,
  out: {
    readonly take: TakeBytes
    readonly signal: AbortSignal
    readonly onProgress: (rows: number) => void
    /** Asked with every further byte of the copy; rejects where there is no room for it. */
    readonly makeRoom: (copiedBytes: number) => Promise<void>
  },
): Promise<{ readonly header: SessionFileHeader; readonly bytes: number; readonly sha256: string }> {
  const ofFile = createHash('sha256')
  let bytes = 0
  try {
    const header = await copySession(session, out)
    await packParts(createReadStream(session.copy, { highWaterMark: MEMBER_BYTES }), {
      signal: out.signal,
      async take(chunk) {
        ofFile.update(chunk)
        bytes += chunk.length
        await out.take(chunk)
      },
    })
    return { header, bytes, sha256: ofFile.digest('hex') }
  } finally {
    rmSync(session.copy, { force: true })
  }
}

async function copySession(
  { store, copy, includeSecrets, ...about }: SessionToWrite,
  { signal, onProgress, makeRoom }: Omit<Parameters<typeof writeSessionFile>[1], 'take'>,
): Promise<SessionFileHeader> {
  const pacer = createPacer(() => signal.throwIfAborted())
  const snapshot = store.snapshot(copy)
  try {
    const copying = snapshot.copyRows((table, column) => valueOf(table, column, includeSecrets), onProgress)
    // What is in memory is copied at once, before it can change.
    const counts =
      store.directory === null
        ? doAllSteps(copying)
        : await runSteps(copying, {
            async pause() {
              await makeRoom((await stat(copy)).size)
              await pacer.pause()
            },
          })
    const header = headerOf({ ...about, includeSecrets, schema: snapshot.schemaVersion, counts })
    snapshot.finish(JSON.stringify(header))
    return header
  } finally {
    snapshot.close()
  }
}

function headerOf({
  product,
  wallNow,
  clock,
  includeSecrets,
  schema,
  counts,
}: Omit<SessionToWrite, 'store' | 'copy'> & {
  readonly schema: number
  readonly counts: RowCounts
}): SessionFileHeader {
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema,
    product,
    createdAt: new Date(wallNow).toISOString(),
    clock: { mode: clock.mode, now: new Date(clock.now).toISOString() },
    hasSecrets: includeSecrets,
    tables: TABLE_NAMES.map((name) => announced(name, counts[name])),
  }
}

/** Characters that are copied of a text of older data, which may be much longer than a session file accepts. */
const SHORTENED_CHARS = 100_000

/** Secrets may be left out, and what older data holds beyond today's bounds is shortened. */
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

/** Compression level. Higher levels take three times as long and save only a tenth more. */
const GZIP_LEVEL = 4
const STORED_LEVEL = 0
/** Bytes that are read at once and compressed as one member. A gzip file may have many, which unpack to one content. */
const MEMBER_BYTES = 1024 * 1024
/**
 * Compression ratio above which a part is stored uncompressed. A reader allows a higher ratio, so no part of the file
 * exceeds its limit.
 */
const MAX_RATIO = LIMITS.sessionExpansion / 2
const FREE_BYTES = EXPANSION_FREE_BYTES / 2

/**
 * Compresses parts of at most {@link MEMBER_BYTES} with gzip and passes the bytes on. The file never expands to more than its reader accepts, even if
 * it contains sixteen megabytes of one letter. Rejects with an AbortError where `signal` is aborted.
 */
export async function packParts(
  parts: AsyncIterable<Buffer>,
  out: { readonly take: (bytes: Buffer) => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  let given = 0
  let packed = 0
  for await (const bytes of parts) {
    out.signal.throwIfAborted()
    given += bytes.length
    let member = await pack(bytes, { level: GZIP_LEVEL })
    if (given > FREE_BYTES + (packed + member.length) * MAX_RATIO) {
      member = await pack(bytes, { level: STORED_LEVEL })
    }
    packed += member.length
    await out.take(member)
  }
  out.signal.throwIfAborted()
}
