import { BenchError } from '../../protocol/bench-error'
import type { Handlers, ParsedParams, Result } from '../../protocol/methods'
import type { SessionProgress, SessionView } from '../../protocol/sessions'
import { startRestore, type Restore } from '../../store/export/restore'
import { RowError } from '../../store/export/row-values'
import type { SessionTableName } from '../../store/export/tables'
import type { StoreLog } from '../../store/store'
import { LIMITS } from '../../lib/limits/limit-table'
import { frozenState } from '../../bench/clock/standing-clock'
import { SessionFileError } from './file/session-file-error'
import { rowsOfTable, type SessionHeader } from './file/header'
import { inspectRow } from './file/inspect-row'
import { createSessionReader, type SessionReader } from './file/read-session'
import { createRoomCheck, type FreeBytes } from '../../bench/disk-room'
import { refusalOf } from './exports'
import type { IncomingSession, SessionLibrary } from './session-library'

export interface Imports {
  readonly handlers: Pick<Handlers, 'sessions.upload'>
  /** Stops what is coming in and removes it. */
  cancel(): void
}

/** An upload that was silent for so long, in real milliseconds, makes room for another. */
const SILENT_MS = 30_000

interface Upload {
  readonly id: string
  readonly name: string | undefined
  readonly incoming: IncomingSession
  readonly restore: Restore
  readonly reader: SessionReader
  nextIndex: number
  isBusy: boolean
  isCancelled: boolean
  lastHeardAt: number
}

/** Reads session files as they come in, one at a time, each into a database of its own. */
export function createImports(options: {
  readonly library: SessionLibrary
  readonly wallNow: () => number
  readonly tell: (progress: SessionProgress) => void
  readonly onListed: () => void
  readonly log: StoreLog
  readonly freeBytes?: FreeBytes
}): Imports {
  const { library, wallNow, tell, onListed, log, freeBytes } = options
  let current: Upload | null = null

  const drop = (upload: Upload): void => {
    upload.reader.stop()
    upload.restore.abandon()
    upload.incoming.discard()
    if (current === upload) current = null
  }

  const isHeardOf = ({ lastHeardAt }: Upload): boolean => wallNow() - lastHeardAt < SILENT_MS

  const begin = (params: ParsedParams<'sessions.upload'>): Upload => {
    if (current !== null && (current.isBusy || (current.id !== params.upload && isHeardOf(current)))) {
      throw new BenchError(
        'conflict',
        current.id === params.upload
          ? 'A part of this session file is being read. Wait for the answer to it, or cancel the import.'
          : 'Another session file is coming in. Wait for it, or cancel it.',
      )
    }
    if (current !== null) drop(current)
    const incoming = library.begin()
    try {
      const { directory } = incoming
      const restore = startRestore({ directory, inspect: inspectRow, log })
      const reader = createSessionReader({
        restore: {
          begin: restore.begin,
          add: (table, values) => restore.add(table, standing(table, values)),
        },
        ...(directory === null
          ? { maxBytes: LIMITS.workspaceMemoryBytes }
          : { makeRoom: createRoomCheck(directory, 'import', freeBytes) }),
      })
      const name = params.name?.replace(/\.paybench$/i, '')
      current = {
        ...{ id: params.upload, name, incoming, restore, reader },
        ...{ nextIndex: 0, isBusy: false, isCancelled: false, lastHeardAt: wallNow() },
      }
      return current
    } catch (error) {
      incoming.discard()
      throw error
    }
  }

  const finish = async (upload: Upload): Promise<SessionView> => {
    const { reader, restore, incoming, name } = upload
    const header = await reader.end()
    const store = await restore.finish()
    const view = viewOf(incoming.id, name, header, wallNow())
    if (upload.isCancelled) {
      store?.close()
      throw new SessionFileError('Reading the session file was stopped.')
    }
    incoming.keep(view, store)
    return view
  }

  const work = async (
    upload: Upload,
    bytes: Uint8Array,
    last: boolean,
  ): Promise<Result<'sessions.upload'>> => {
    const { reader } = upload
    const progress = (): { readonly rows: number; readonly totalRows: number | null } => ({
      rows: reader.rows,
      totalRows: reader.totalRows,
    })
    await reader.push(bytes)
    tell({ work: 'import', rows: reader.rows, total: reader.totalRows })
    if (!last) return progress()
    const session = await finish(upload)
    if (current === upload) current = null
    onListed()
    return { ...progress(), session }
  }

  return {
    handlers: {
      async 'sessions.upload'(params) {
        const { upload: id, index, chunkBase64, last } = params
        const upload = index === 0 ? begin(params) : current
        if (upload?.id !== id || upload.nextIndex !== index || upload.isBusy) {
          throw new BenchError(
            'conflict',
            `Part ${String(index)} does not follow here. Send the parts of a file one after the other, from 0 on.`,
          )
        }
        const bytes = Buffer.from(chunkBase64, 'base64')
        upload.isBusy = true
        upload.lastHeardAt = wallNow()
        upload.nextIndex += 1
        try {
          return await work(upload, bytes, last)
        } catch (error) {
          const { isCancelled } = upload
          drop(upload)
          throw isCancelled ? new BenchError('cancelled', 'The import was cancelled.') : errorOf(error)
        } finally {
          upload.isBusy = false
          upload.lastHeardAt = wallNow()
        }
      },
    },
    cancel() {
      if (current === null) return
      current.isCancelled = true
      // The part that is being read drops the rest when it notices, also where it is the last and all is in.
      if (current.isBusy) current.reader.stop()
      else drop(current)
    },
  }
}

/** A session comes in with its clock standing: nothing is due before the tester lets it run. */
function standing(table: SessionTableName, values: readonly unknown[]): readonly unknown[] {
  const [id, state] = values
  if (table !== 'clock' || typeof state !== 'string') return values
  try {
    return [id, frozenState(state), ...values.slice(2)]
  } catch {
    // Whoever reads the row says what is wrong with it.
    return values
  }
}

function viewOf(
  id: string,
  name: string | undefined,
  header: SessionHeader,
  importedAt: number,
): SessionView {
  return {
    id,
    name: name ?? `Session of ${header.createdAt.slice(0, 10)}`,
    exportedAt: header.createdAt,
    importedAt: new Date(importedAt).toISOString(),
    version: header.product,
    clock: header.clock.now,
    hasSecrets: header.hasSecrets,
    payments: rowsOfTable(header, 'payments'),
    messages: rowsOfTable(header, 'callbacks') + rowsOfTable(header, 'exchanges'),
    wasLive: false,
  }
}

function errorOf(error: unknown): unknown {
  const message =
    error instanceof SessionFileError
      ? error.message
      : error instanceof RowError
        ? `The session file ${error.message}.`
        : null
  if (message === null) return refusalOf(error)
  return new BenchError('invalid_params', `${message} Nothing was imported.`, [
    { field: 'chunkBase64', message },
  ])
}
