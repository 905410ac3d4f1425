import { createHash } from 'node:crypto'
import type { ClockMode } from '#protocol/clock'
import { BenchError } from '#protocol/connection'
import { LIMITS } from '#lib/limits/limit-table'
import { travelling } from '#store/export/row-values'
import { columnsOf } from '#store/export/tables'
import { TABLE_NAMES, tableOf, type TableName } from '#store/tables'
import type { Snapshot } from '#store/store'
import { FORMAT, FORMAT_VERSION, rowsOf, type SessionFileHeader } from './header'
import { createPacer } from '#core/run-steps'
import { packParts } from './pack-parts'
import type { SqlValue } from '#store/connection'
import { RUN_TRACES_KEY } from '#workbench/scenarios/runs/kept-traces'

/** Where the bytes of the file go, one part after the other. */
export type TakeBytes = (bytes: Uint8Array) => Promise<void> | void

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Bytes that are gathered before they are packed. */
const PART_BYTES = 65_536

export interface SessionToWrite {
  readonly snapshot: Snapshot
  /** Version of this Paybench. */
  readonly product: string
  /** Wall time, epoch milliseconds. */
  readonly wallNow: number
  /** The virtual clock at the moment of the snapshot. */
  readonly clock: { readonly mode: ClockMode; readonly now: number }
  readonly includeSecrets: boolean
}

/**
 * Writes a session file while the bench continues to run. Writes it in parts, so that memory use does not depend on the
 * size of the session. Rejects with an AbortError where `signal` is aborted. The caller has to close the snapshot.
 * @returns what the file is: its header, its size and its SHA-256 in hexadecimal
 */
export async function writeSessionFile(
  session: SessionToWrite,
  out: {
    readonly take: TakeBytes
    readonly signal: AbortSignal
    readonly onProgress: (rows: number, total: number) => void
  },
): Promise<{ readonly header: SessionFileHeader; readonly bytes: number; readonly sha256: string }> {
  const header = await headerOf(session)
  const ofFile = createHash('sha256')
  let bytes = 0
  await packParts(partsOf(session, header, out.onProgress), {
    signal: out.signal,
    async take(chunk) {
      ofFile.update(chunk)
      bytes += chunk.length
      await out.take(chunk)
    },
  })
  return { header, bytes, sha256: ofFile.digest('hex') }
}

async function headerOf({
  snapshot,
  product,
  wallNow,
  clock,
  includeSecrets,
}: SessionToWrite): Promise<SessionFileHeader> {
  const counts = await snapshot.counts(turn)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema: snapshot.schemaVersion,
    product,
    createdAt: new Date(wallNow).toISOString(),
    clock: { mode: clock.mode, now: new Date(clock.now).toISOString() },
    hasSecrets: includeSecrets,
    tables: TABLE_NAMES.map((name) => ({
      name,
      columns: columnsOf(name).map((column) => column.name),
      rows: counts[name],
    })),
  }
}

async function* partsOf(
  { snapshot, includeSecrets }: SessionToWrite,
  header: SessionFileHeader,
  onProgress: (rows: number, total: number) => void,
): AsyncGenerator<Buffer> {
  const ofLines = createHash('sha256')
  const total = rowsOf(header)
  let gathered = `${JSON.stringify(header)}\n`
  let rows = 0
  const pacer = createPacer()
  const part = (): Buffer => {
    const bytes = Buffer.from(gathered, 'utf8')
    gathered = ''
    ofLines.update(bytes)
    return bytes
  }
  for (const table of TABLE_NAMES) {
    for (const some of snapshot.rows(table)) {
      for (const values of some) {
        const row = fittingRow(table, values, includeSecrets).map(travelling)
        const line = `${JSON.stringify([table, ...row])}
`
        checkLength(table, line)
        gathered += line
        rows += 1
        if (gathered.length >= PART_BYTES) {
          yield part()
          await pacer.pause()
        }
      }
      onProgress(rows, total)
      // Everything else of the bench gets its turn.
      await turn()
    }
  }
  yield part()
  yield Buffer.from(`${JSON.stringify({ sha256: ofLines.digest('hex') })}\n`, 'utf8')
}

/** No file is written that could not be read again. */
function checkLength(table: TableName, line: string): void {
  const most = tableOf(table).isHeavy === true ? LIMITS.sessionLineBytes : LIMITS.sessionRecordBytes
  // A character has at most three bytes in UTF-8: long lines alone are counted.
  if (line.length * 3 <= most || Buffer.byteLength(line) <= most) return
  throw new BenchError(
    'unavailable',
    `A row of ${table} is longer than the ${String(most)} bytes that a session file can hold. Nothing was exported. ` +
      'Remove what is that long (bench.reset removes everything), or copy the data folder instead.',
  )
}

/** A row as a session file takes it: what older data holds beyond today's bounds is shortened, secrets may be left out. */
function fittingRow(
  table: TableName,
  values: readonly SqlValue[],
  includeSecrets: boolean,
): readonly SqlValue[] {
  if (!includeSecrets && table === 'settings' && values[0] === RUN_TRACES_KEY) return [RUN_TRACES_KEY, '{}']
  return columnsOf(table).map(({ column: { withoutSecret, shorten } }, place) => {
    const value = values[place] ?? null
    if (!includeSecrets && withoutSecret !== undefined) return withoutSecret
    return typeof value === 'string' ? (shorten?.(value) ?? value) : value
  })
}
