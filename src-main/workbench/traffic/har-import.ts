import { BenchError } from '#protocol/connection'
import type { ParsedParams, Result } from '#protocol/methods'
import { createHarReader, type HarError, type HarReader } from '#domain/har/reader'
import type { HarMessage } from '#domain/har/message'
import { LIMITS } from '#lib/limits/limit-table'
import type { BenchContext } from '#workbench/context'
import { createPacer, createRoomCheck, runSteps } from '#core/retention'
import { createUploads, importedExchange } from './imported-exchange'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

type Params = ParsedParams<'traffic.importHar'>
type ImportResult = Result<'traffic.importHar'>

/** Messages that one call stores: few enough that other work continues and the caller sees progress. */
const AT_ONCE = 250
const AT_ONCE_MS = 1_000
const MAX_UPLOADS = 4
const FORGOTTEN_AFTER_MS = 10 * 60_000

interface Upload {
  readonly id: string
  readonly reader: HarReader
  readonly spool: HarSpool
  bytes: number
  imported: number
  /** The whole file was read and has no error. */
  checked: boolean
  isBusy: boolean
  /** Ids in the file and what they became here. */
  readonly newIds: Map<string, string>
}

/** Imports archives: everything is read and checked before the first request is kept. */
export function createHarImport(context: BenchContext): (params: Params) => Promise<ImportResult> {
  const { store, ports } = context
  const uploads = createUploads<Upload>(FORGOTTEN_AFTER_MS, ({ spool }) => {
    spool.close().catch((error: unknown) => {
      ports.log('warning', 'The file of an import could not be removed', error)
    })
  })
  const newSpool = spoolsOf(store.directory)

  const begin = (): Upload => {
    if (uploads.size >= MAX_UPLOADS) {
      throw new BenchError(
        'conflict',
        `${MAX_UPLOADS} imports are running. Wait for one to finish or cancel one. An idle import ends after ten minutes.`,
      )
    }
    const upload: Upload = {
      id: `har_${ports.randomHex(16)}`,
      reader: createHarReader(),
      spool: newSpool(),
      bytes: 0,
      imported: 0,
      checked: false,
      isBusy: false,
      newIds: new Map(),
    }
    uploads.put(upload.id, upload)
    return upload
  }

  const uploadOf = ({ upload: id }: Params): Upload => {
    if (id === undefined) return begin()
    const upload = uploads.get(id)
    if (upload === undefined) {
      throw new BenchError('not_found', 'This import no longer exists. Start again without "upload".')
    }
    return upload
  }

  return async (params) => {
    const upload = uploadOf(params)
    if (upload.isBusy) {
      throw new BenchError('conflict', 'A part of this archive is being read. Wait for its response.')
    }
    upload.isBusy = true
    try {
      const result = params.cancel === true ? resultOf(upload, true) : await work(context, upload, params)
      if (result.done) uploads.remove(upload.id)
      return result
    } catch (error) {
      uploads.remove(upload.id)
      throw error
    } finally {
      upload.isBusy = false
    }
  }
}

/** Reads the next part of the file; behind the last part, checks the file and keeps the next messages. */
async function work(context: BenchContext, upload: Upload, params: Params): Promise<ImportResult> {
  if (params.text !== undefined) await read(upload, params.text)
  if (params.end === true) check(upload)
  if (!upload.checked) return resultOf(upload, false)
  await keepSome(context, upload)
  return resultOf(upload, upload.imported === upload.spool.size)
}

function resultOf({ id, reader, spool, imported, checked }: Upload, done: boolean): ImportResult {
  const { entries, skipped } = reader.counts()
  return { upload: id, read: entries, imported, skipped, total: checked ? spool.size : null, done }
}

async function read(upload: Upload, text: string): Promise<void> {
  if (upload.checked) {
    throw refusal('text', 'The end of this file was reached already. Nothing more was imported.')
  }
  upload.bytes += Buffer.byteLength(text)
  if (upload.bytes > LIMITS.harBytes) {
    throw refusal(
      'text',
      `The archive is larger than ${LIMITS.harBytes / 1024 ** 2} MiB. Nothing was imported. Split it and import the parts.`,
    )
  }
  const found: HarMessage[] = []
  const steps = upload.reader.push(text, (message) => {
    found.push(message)
  })
  const pacer = createPacer()
  for (;;) {
    const step = steps.next()
    for (const message of found.splice(0)) await upload.spool.add(message)
    if (step.done === true) {
      throwError(step.value)
      return
    }
    await pacer.pause()
  }
}

function check(upload: Upload): void {
  if (upload.checked) return
  throwError(upload.reader.end())
  upload.checked = true
  // Lists are in the order in which rows were inserted, so insert messages in their order of time.
  upload.spool.sort()
}

/** Keeps the next messages: as many as fit into one call. */
async function keepSome(context: BenchContext, upload: Upload): Promise<void> {
  const { store, ids, changes } = context
  const began = performance.now()
  const pacer = createPacer()
  const end = Math.min(upload.spool.size, upload.imported + AT_ONCE)
  while (upload.imported < end && performance.now() - began < AT_ONCE_MS) {
    const message = await upload.spool.at(upload.imported)
    const id = ids.exchangeId()
    const before = message.own?.id
    if (before !== undefined && message.own?.source !== 'callback') upload.newIds.set(before, id)
    const exchange = await runSteps(importedExchange(context, message, id, upload.newIds), pacer)
    store.write(() => {
      store.exchanges.insert(exchange)
      changes.exchange(id)
    })
    upload.imported += 1
    await pacer.pause()
  }
  await store.committed()
}

function throwError(error: HarError | null): void {
  if (error !== null) throw refusal(error.field === '' ? 'text' : error.field, error.message)
}

/** An error that ends the import. Its message is shown without the name of the field. */
const refusal = (field: string, message: string): BenchError =>
  new BenchError('invalid_params', message, [{ field, message }])

/** Makes the spool in which a new archive waits. In memory, all archives share one budget. */
function spoolsOf(directory: string | null): () => HarSpool {
  if (directory !== null) {
    clearSpools(directory)
    return () => createFileSpool(directory, createRoomCheck(directory, 'import'))
  }
  let held = 0
  return () =>
    createMemorySpool((bytes) => {
      if (held + bytes > LIMITS.harMemoryBytes) {
        throw new BenchError(
          'unavailable',
          `Without a data folder, archives of at most ${LIMITS.harMemoryBytes / 1024 ** 2} MiB in total can be imported at a time. Nothing was imported. ` +
            'Split the archive, or start Paybench with a data folder: --data-dir DIR',
        )
      }
      held += bytes
    })
}

/** Holds the messages of an archive, serialised, until the whole archive was checked. */
interface HarSpool {
  add(message: HarMessage): Promise<void>
  readonly size: number
  /** Sorts the messages by time: archives need not be in order. */
  sort(): void
  at(index: number): Promise<HarMessage>
  close(): Promise<void>
}

/** The cast is safe: only {@link pack} writes these bytes. */
const unpack = (bytes: Uint8Array): HarMessage => deserialize(bytes) as HarMessage
const pack = (message: HarMessage): Buffer => serialize(message)

interface Entry {
  readonly startedAt: number
  readonly from: number
  readonly length: number
}

/** Removes what interrupted processes left of imports. */
function clearSpools(directory: string): void {
  rmSync(join(directory, 'imports'), { recursive: true, force: true })
}

/** A spool in a file of the data folder, so that four archives of 256 MiB take no memory. */
function createFileSpool(directory: string, makeRoom: (writtenBytes: number) => Promise<void>): HarSpool {
  const folder = join(directory, 'imports')
  const path = join(folder, `${randomUUID()}.har`)
  let file: FileHandle | null = null
  let entries: Entry[] = []
  let written = 0
  const opened = async (): Promise<FileHandle> => {
    if (file !== null) return file
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    file = await open(path, 'wx+', 0o600)
    return file
  }
  return {
    async add(message) {
      const bytes = pack(message)
      await makeRoom(written)
      const handle = await opened()
      await handle.write(bytes, 0, bytes.length, written)
      entries.push({ startedAt: message.startedAt, from: written, length: bytes.length })
      written += bytes.length
    },
    get size() {
      return entries.length
    },
    sort() {
      entries = entries.toSorted((a, b) => a.startedAt - b.startedAt)
    },
    async at(index) {
      const { from, length } = entryAt(entries, index)
      const handle = await opened()
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
      if (bytesRead !== length)
        throw new Error('The file of an import is shorter than what was written to it')
      return unpack(buffer)
    },
    async close() {
      entries = []
      await file?.close()
      rmSync(path, { force: true })
    },
  }
}

/** A spool in memory, for a bench without a folder. `onBytes` gets every change of its size, and throws where it is too large. */
function createMemorySpool(onBytes: (bytes: number) => void): HarSpool {
  let entries: { readonly startedAt: number; readonly bytes: Buffer }[] = []
  return {
    add(message) {
      const bytes = pack(message)
      onBytes(bytes.length)
      entries.push({ startedAt: message.startedAt, bytes })
      return Promise.resolve()
    },
    get size() {
      return entries.length
    },
    sort() {
      entries = entries.toSorted((a, b) => a.startedAt - b.startedAt)
    },
    at: (index) => Promise.resolve(unpack(entryAt(entries, index).bytes)),
    close() {
      onBytes(-entries.reduce((sum, { bytes }) => sum + bytes.length, 0))
      entries = []
      return Promise.resolve()
    },
  }
}

function entryAt<Entry>(entries: readonly Entry[], index: number): Entry {
  const entry = entries[index]
  if (entry === undefined) throw new RangeError('There is no such message in this import')
  return entry
}
