import { BenchError } from '#protocol/connection'
import type { Handlers, ParsedParams, Result } from '#protocol/methods'
import type { SessionProgress, SessionView } from '#protocol/sessions'
import { startRestore } from '#store/export/restore'
import { SessionFileError } from '#store/export/tables'
import type { TableName } from '#store/tables'
import { changedState } from '#core/clock/virtual-clock'
import { createRoomCheck, type FreeBytes } from '#core/retention'
import { countsIn } from './file/header'
import { inspectRow } from './file/inspect-row'
import { createSessionFileReader, type SessionFileReader } from './file/read-session-file'
import { refusalOf } from './exports'
import type { SessionLibrary } from './session-library'

export type Imports = ReturnType<typeof createImports>

/** Wall-clock milliseconds without data after which another import may replace an upload. */
const SILENT_MS = 30_000

type Upload = ReturnType<typeof startUpload>

interface ImportOptions {
  readonly library: SessionLibrary
  readonly wallNow: () => number
  readonly onProgress: (progress: SessionProgress) => void
  readonly onListed: () => void
  readonly freeBytes?: FreeBytes
}

/** Reads session files while they are uploaded, one at a time, each into a separate database. */
export function createImports(options: ImportOptions) {
  const { wallNow, onListed } = options
  let current: Upload | null = null

  let removal = Promise.resolve()

  const drop = (upload: Upload): Promise<void> => {
    if (current === upload) current = null
    removal = upload.reader.stop().then(() => {
      upload.restore.abandon()
      upload.incoming.discard()
    })
    return removal
  }

  const begin = (params: ParsedParams<'sessions.upload'>): Upload => {
    if (current !== null) {
      checkCanBeReplaced(current, params.upload, wallNow())
      drop(current).catch(() => undefined) // the first part of the new upload waits for the removal
    }
    current = startUpload(options, params)
    return current
  }

  const takePart = async (
    upload: Upload,
    bytes: Uint8Array,
    last: boolean,
  ): Promise<Result<'sessions.upload'>> => {
    const { reader } = upload
    await removal
    await reader.push(bytes)
    if (!last) return { ...reader.progress }
    const session = await finish(upload, wallNow)
    if (current === upload) current = null
    onListed()
    return { ...reader.progress, session }
  }

  return {
    handlers: {
      async 'sessions.upload'(params) {
        const { upload: id, index, chunkBase64, last } = params
        const upload = index === 0 ? begin(params) : current
        if (upload?.id !== id || upload.nextIndex !== index || upload.isBusy) {
          throw new BenchError(
            'conflict',
            `Part ${String(index)} is out of order. Send the parts of a file one after the other, from 0 on.`,
          )
        }
        const bytes = Buffer.from(chunkBase64, 'base64')
        upload.isBusy = true
        upload.lastActiveAt = wallNow()
        upload.nextIndex += 1
        try {
          return await takePart(upload, bytes, last)
        } catch (error) {
          const { isCancelled } = upload
          await drop(upload)
          throw isCancelled ? new BenchError('cancelled', 'The import was cancelled.') : errorOf(error)
        } finally {
          upload.isBusy = false
          upload.lastActiveAt = wallNow()
        }
      },
    } satisfies Partial<Handlers>,
    /** Settles once the data is removed or, while a part is read, once reading stops: the call for that part fails. */
    async cancel(): Promise<void> {
      if (current === null) return
      current.isCancelled = true
      // A part that is being read stops at its next step, even if it is the last one.
      if (current.isBusy) await current.reader.stop()
      else await drop(current)
    },
  }
}

/** Throws if an upload with this id must not replace the running one. */
function checkCanBeReplaced(running: Upload, id: string, wallNow: number): void {
  const isSilent = wallNow - running.lastActiveAt >= SILENT_MS
  if (!running.isBusy && (running.id === id || isSilent)) return
  throw new BenchError(
    'conflict',
    running.id === id
      ? 'A part of this session file is being read. Wait for the response to it, or cancel the import.'
      : 'Another session file is being imported. Wait for it, or cancel it.',
  )
}

function startUpload(
  { library, wallNow, onProgress, freeBytes }: ImportOptions,
  params: ParsedParams<'sessions.upload'>,
) {
  const incoming = library.begin()
  try {
    const { directory } = incoming
    const restore = startRestore({ directory, inspect: inspectRow })
    const reader: SessionFileReader = createSessionFileReader({
      restore: { add: (table, values) => restore.add(table, withClockFrozen(table, values)) },
      directory,
      onPause() {
        const { rows, totalRows } = reader.progress
        onProgress({ work: 'import', rows, total: totalRows })
      },
      makeRoom: createRoomCheck(directory, 'import', freeBytes),
    })
    return {
      id: params.upload,
      name: params.name?.replace(/\.paybench$/i, ''),
      incoming,
      restore,
      reader,
      nextIndex: 0,
      isBusy: false,
      isCancelled: false,
      lastActiveAt: wallNow(),
    }
  } catch (error) {
    incoming.discard()
    throw error
  }
}

/** Checks the complete file and adds the session to the library. */
async function finish(upload: Upload, wallNow: () => number): Promise<SessionView> {
  const { reader, restore, incoming, name } = upload
  const header = await reader.end()
  await restore.finish()
  const view: SessionView = {
    id: incoming.id,
    name: name ?? `Session of ${header.createdAt.slice(0, 10)}`,
    exportedAt: header.createdAt,
    importedAt: new Date(wallNow()).toISOString(),
    version: header.product,
    clock: header.clock.now,
    hasSecrets: header.hasSecrets,
    ...countsIn(header),
    wasLive: false,
  }
  if (upload.isCancelled) throw new Error('The import was cancelled')
  incoming.keep(view)
  return view
}

/** Freezes the clock of an imported session, so that nothing becomes due before the tester starts it. */
function withClockFrozen(table: TableName, values: readonly unknown[]): readonly unknown[] {
  const [id, state] = values
  if (table !== 'clock' || typeof state !== 'string') return values
  try {
    return [id, changedState(state, { mode: 'frozen' }), ...values.slice(2)]
  } catch {
    // The check of the row reports the error.
    return values
  }
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof SessionFileError)) return refusalOf(error)
  const message = `${error.place} ${error.message}.`
  return new BenchError('invalid_params', `${message} Nothing was imported.`, [
    { field: 'chunkBase64', message },
  ])
}
