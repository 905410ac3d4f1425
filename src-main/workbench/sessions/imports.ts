import { LIMITS } from '#lib/limits/limit-table'
import { BenchError } from '#protocol/connection'
import type { Handlers, ParsedParams, Result } from '#protocol/methods'
import type { SessionProgress, SessionView } from '#protocol/sessions'
import { type Foreign, ForeignLimit } from '#scenarios/foreign/foreign'
import { SessionFileError } from '#store/export/tables'
import { createRoomCheck, type FreeBytes } from '#core/retention'
import { countsIn } from './file/header'
import { READ_SESSION } from './file/read-session'
import type { ReadingProgress, SessionReading } from './file/read-session-file'
import { createReceivedFile } from './file/received-file'
import { refusalOf } from './exports'
import type { SessionLibrary } from './session-library'

export type Imports = ReturnType<typeof createImports>

/** Wall-clock milliseconds without data after which another import may replace an upload. */
const SILENT_MS = 30_000

type Upload = ReturnType<typeof startUpload>

interface ImportOptions {
  readonly library: SessionLibrary
  /** Reads the file once it has arrived. */
  readonly foreign: Foreign
  readonly wallNow: () => number
  readonly onProgress: (progress: SessionProgress) => void
  readonly onListed: () => void
  readonly freeBytes?: FreeBytes
}

/** Receives session files, one at a time, and has each read into a separate database. */
export function createImports(options: ImportOptions) {
  const { wallNow, onListed } = options
  let current: Upload | null = null

  let removal = Promise.resolve()

  const drop = (upload: Upload): Promise<void> => {
    if (current === upload) current = null
    removal = upload.file.stop().then(() => upload.incoming.discard())
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
    try {
      await removal
      await upload.file.push(bytes)
      if (!last) return {}
      const session = await finish(upload, options)
      if (current === upload) current = null
      onListed()
      return { session }
    } catch (error) {
      await drop(upload)
      const reason: unknown = upload.stop.signal.reason
      throw reason ?? errorOf(error)
    } finally {
      upload.taking = null
      upload.lastActiveAt = wallNow()
    }
  }

  return {
    handlers: {
      async 'sessions.upload'(params) {
        const { upload: id, index, chunkBase64, last } = params
        const upload = index === 0 ? begin(params) : current
        if (upload?.id !== id || upload.nextIndex !== index || upload.taking !== null) {
          throw new BenchError(
            'conflict',
            `Part ${String(index)} is out of order. Send the parts of a file one after the other, from 0 on.`,
          )
        }
        upload.lastActiveAt = wallNow()
        upload.nextIndex += 1
        const taking = takePart(upload, Buffer.from(chunkBase64, 'base64'), last)
        upload.taking = taking
        return await taking
      },
    } satisfies Partial<Handlers>,
    /** Settles once the data is removed. If a part is being taken, its call fails. */
    async cancel(): Promise<void> {
      if (current === null) return
      const { stop, file, taking } = current
      stop.abort(new BenchError('cancelled', 'The import was cancelled.'))
      if (taking === null) {
        await drop(current)
        return
      }
      await file.stop()
      await taking.catch(() => undefined) // its caller gets the error
    },
  }
}

/** Throws if an upload with this id must not replace the running one. */
function checkCanBeReplaced(running: Upload, id: string, wallNow: number): void {
  const isSilent = wallNow - running.lastActiveAt >= SILENT_MS
  if (running.taking === null && (running.id === id || isSilent)) return
  throw new BenchError(
    'conflict',
    running.id === id
      ? 'A part of this session file is being read. Wait for the response to it, or cancel the import.'
      : 'Another session file is being imported. Wait for it, or cancel it.',
  )
}

function startUpload(
  { library, wallNow, freeBytes }: ImportOptions,
  params: ParsedParams<'sessions.upload'>,
) {
  const incoming = library.begin()
  try {
    const { directory } = incoming
    const makeRoom = createRoomCheck(directory, 'import', freeBytes)
    return {
      id: params.upload,
      name: params.name?.replace(/\.paybench$/i, ''),
      incoming,
      makeRoom,
      file: createReceivedFile(directory, makeRoom),
      /** Aborted with the reason why nothing is imported. */
      stop: new AbortController(),
      nextIndex: 0,
      /** The part that is being taken. */
      taking: null as Promise<unknown> | null,
      lastActiveAt: wallNow(),
    }
  } catch (error) {
    incoming.discard()
    throw error
  }
}

/** Has the complete file read and adds the session to the library. */
async function finish(
  { file, incoming, name, makeRoom, stop }: Upload,
  { foreign, wallNow, onProgress }: ImportOptions,
): Promise<SessionView> {
  const unpackedBytes = await file.end()
  const { directory } = incoming
  const onReading = ({ rows, total, copies }: ReadingProgress): void => {
    onProgress({ work: 'import', rows, total })
    makeRoom(unpackedBytes * (1 + copies)).catch((error: unknown) => stop.abort(error))
  }
  const reader = foreign.another(LIMITS.importMemoryBytes)
  let reading: SessionReading
  try {
    reading = await reader.run(READ_SESSION, { directory }, stop.signal, onReading)
  } finally {
    await reader.close()
  }
  if ('mistake' in reading) throw refusedFor(reading.mistake)
  stop.signal.throwIfAborted()
  const { header } = reading
  const session: SessionView = {
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
  incoming.keep(session)
  return session
}

function errorOf(error: unknown): unknown {
  if (error instanceof SessionFileError) return refusedFor(`${error.place} ${error.message}.`)
  return error instanceof ForeignLimit ? refusedFor(error.message) : refusalOf(error)
}

const refusedFor = (message: string): BenchError =>
  new BenchError('invalid_params', `${message} Nothing was imported.`, [{ field: 'chunkBase64', message }])
