import { BenchError } from '../../protocol/bench-error'
import type { ParsedParams, Result } from '../../protocol/methods'
import { createHarReader } from '../../domain/har/reader'
import type { HarFault, HarReader } from '../../domain/har/reader'
import type { HarMessage } from '../../domain/har/message'
import { LIMITS } from '../../lib/limits/limit-table'
import type { BenchContext } from '../context'
import { createPacer, runSteps } from '../../bench/run-steps'
import { createRoomCheck } from '../../bench/disk-room'
import { clearSpools, createFileSpool, createMemorySpool, type HarSpool } from './har-spool'
import { createUploads } from './har-uploads'
import { importedExchange } from './imported-exchange'

type Params = ParsedParams<'traffic.importHar'>
type ImportResult = Result<'traffic.importHar'>

/** Imported in one call: little enough that everything else goes on, and the caller hears how far it is. */
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
  /** The whole file was read and has no fault. */
  checked: boolean
  isBusy: boolean
  /** Ids in the file and what they became here. */
  readonly newIds: Map<string, string>
}

/** Brings archives in: everything is read and checked before the first request is kept. */
export function createHarImport(context: BenchContext): (params: Params) => Promise<ImportResult> {
  const { store, ports, ids, changes } = context
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
        `${MAX_UPLOADS} imports are under way. Let one end, cancel one, or wait ten minutes.`,
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
      throw new BenchError('not_found', 'This import is not known any more. Begin it anew without "upload".')
    }
    return upload
  }

  const refuse = (upload: Upload, field: string, message: string): never => {
    uploads.remove(upload.id)
    throw new BenchError('invalid_params', message, [{ field, message }])
  }
  const stopAt = (upload: Upload, fault: HarFault | null): void => {
    if (fault !== null) refuse(upload, fault.field === '' ? 'text' : fault.field, fault.message)
  }

  const read = async (upload: Upload, text: string): Promise<void> => {
    if (upload.checked)
      refuse(upload, 'text', 'The end of this file was told already. Nothing more was imported.')
    upload.bytes += Buffer.byteLength(text)
    if (upload.bytes > LIMITS.harBytes) {
      refuse(
        upload,
        'text',
        `The archive is larger than ${LIMITS.harBytes / 1024 ** 2} MiB. Divide it and import the parts. Nothing was imported.`,
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
        stopAt(upload, step.value)
        return
      }
      await pacer.pause()
    }
  }

  const check = (upload: Upload): void => {
    if (upload.checked) return
    stopAt(upload, upload.reader.end())
    upload.checked = true
    // Lists are in the order in which things came in.
    upload.spool.sort()
  }

  const keepSome = async (upload: Upload): Promise<void> => {
    const began = performance.now()
    const pacer = createPacer()
    const end = Math.min(upload.spool.size, upload.imported + AT_ONCE)
    while (upload.imported < end && performance.now() - began < AT_ONCE_MS) {
      const message = await upload.spool.at(upload.imported)
      const id = ids.messageId('ex')
      const before = message.own?.id
      if (before !== undefined && message.own?.door !== 'callback') upload.newIds.set(before, id)
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

  const work = async (upload: Upload, params: Params): Promise<ImportResult> => {
    const view = (done: boolean): ImportResult => ({
      upload: upload.id,
      read: upload.reader.counts().entries,
      imported: upload.imported,
      skipped: upload.reader.counts().skipped,
      total: upload.checked ? upload.spool.size : null,
      done,
    })
    if (params.cancel === true) {
      const cancelled = view(true)
      uploads.remove(upload.id)
      return cancelled
    }
    if (params.text !== undefined) await read(upload, params.text)
    if (params.end === true) check(upload)
    else if (!upload.checked) return view(false)
    await keepSome(upload)
    const done = upload.imported === upload.spool.size
    const result = view(done)
    if (done) uploads.remove(upload.id)
    return result
  }

  return async (params) => {
    const upload = uploadOf(params)
    if (upload.isBusy) {
      throw new BenchError('conflict', 'A part of this archive is being read. Wait for the answer to it.')
    }
    upload.isBusy = true
    try {
      return await work(upload, params)
    } catch (error) {
      uploads.remove(upload.id)
      throw error
    } finally {
      upload.isBusy = false
    }
  }
}

/** Makes the place where a new archive waits; in memory all archives share one budget. */
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
          `Archives that wait in memory may have ${LIMITS.harMemoryBytes / 1024 ** 2} MiB together. Nothing was imported. ` +
            'Divide the archive, or start Paybench with a data folder: --data-dir DIR',
        )
      }
      held += bytes
    })
}
