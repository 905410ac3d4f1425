import { BenchError } from '#protocol/connection'
import type { ParsedParams, Result } from '#protocol/methods'
import { createHarReader, type HarError } from '#domain/har/reader'
import type { HarMessage } from '#domain/har/message'
import { LIMITS } from '#lib/limits/limit-table'
import type { BenchContext } from '#workbench/payment-engine'
import { createPacer, runSteps } from '#core/retention'
import { bytes, integer } from '#store/columns'
import { connect } from '#store/connection'
import { createUploads, importedExchange } from './imported-exchange'
import { deserialize, serialize } from 'node:v8'

type Params = ParsedParams<'traffic.importHar'>
type ImportResult = Result<'traffic.importHar'>

/** Messages that one call stores: few enough that other work continues and the caller sees progress. */
const AT_ONCE = 250
const AT_ONCE_MS = 1_000
const MAX_UPLOADS = 4
const FORGOTTEN_AFTER_MS = 10 * 60_000

type Upload = ReturnType<typeof newUpload>

const newUpload = (id: string) => ({
  id,
  reader: createHarReader(),
  spool: createSpool(),
  bytes: 0,
  imported: 0,
  /** Whether the complete file was read and has no error. */
  checked: false,
  isBusy: false,
  /** New ids, keyed by the ids in the file. */
  newIds: new Map<string, string>(),
})

/** Everything is read and checked before the first request is stored. */
export function createHarImport(context: BenchContext): (params: Params) => Promise<ImportResult> {
  const { ports } = context
  const uploads = createUploads<Upload>(FORGOTTEN_AFTER_MS, ({ spool }) => spool.close())

  const begin = (): Upload => {
    if (uploads.size >= MAX_UPLOADS) {
      throw new BenchError(
        'conflict',
        `${MAX_UPLOADS} imports are running. Wait for one to finish or cancel one. An idle import ends after ten minutes.`,
      )
    }
    const upload = newUpload(`har_${ports.randomHex(16)}`)
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
      throw new BenchError('conflict', 'A part of this archive is being read. Wait until that call returns.')
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

/** Reads the next part of the file; after the last part, checks the file and stores the next messages. */
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
    throw refusal('text', 'The end of this file was already reached. Nothing more was imported.')
  }
  upload.bytes += Buffer.byteLength(text)
  if (upload.bytes > LIMITS.harBytes) {
    throw refusal(
      'text',
      `The archive is larger than ${LIMITS.harBytes / 1024 ** 2} MiB. Nothing was imported. Split it and import the parts.`,
    )
  }
  throwError(await runSteps(upload.reader.push(text, (message) => upload.spool.add(message))))
}

function check(upload: Upload): void {
  if (upload.checked) return
  throwError(upload.reader.end())
  upload.checked = true
}

async function keepSome(context: BenchContext, upload: Upload): Promise<void> {
  const { store, ids, changes } = context
  const began = performance.now()
  const pacer = createPacer()
  const end = Math.min(upload.spool.size, upload.imported + AT_ONCE)
  while (upload.imported < end && performance.now() - began < AT_ONCE_MS) {
    // Lists are in the order of insertion, so messages are inserted in the order of their times.
    const message = upload.spool.at(upload.imported)
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

/**
 * Holds the serialised messages of an archive until the import ends, in an unnamed database. SQLite
 * moves what does not fit into memory to a private file, which it removes with the database.
 */
function createSpool() {
  const database = connect('', 0)
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE messages (started_at REAL NOT NULL, message BLOB NOT NULL) STRICT`)
  let order: readonly number[] | null = null
  let size = 0
  return {
    add(message: HarMessage): void {
      database.run('INSERT INTO messages VALUES (?, ?)', message.startedAt, serialize(message))
      size += 1
    },
    get size(): number {
      return size
    },
    /** The message at an index when messages are sorted by time; the archive itself need not be sorted. */
    at(index: number): HarMessage {
      order ??= database
        .all('SELECT rowid AS id FROM messages ORDER BY started_at, rowid')
        .map((row) => integer(row, 'id'))
      const row = database.get('SELECT message FROM messages WHERE rowid = ?', order[index] ?? 0) ?? {}
      // Only `add` writes these bytes.
      return deserialize(bytes(row, 'message')) as HarMessage
    },
    close: database.close,
  }
}
