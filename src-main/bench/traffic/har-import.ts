import { BenchFault } from '../../contract/fault'
import type { ParsedParams, Result } from '../../contract/methods'
import { createHarReader } from '../../core/har/reader'
import type { HarFault, HarReader } from '../../core/har/reader'
import type { HarMessage } from '../../core/har/message'
import type { BenchContext } from '../context'
import { createUploads } from './har-uploads'
import { importedExchange } from './imported-exchange'

type Params = ParsedParams<'traffic.importHar'>
type ImportResult = Result<'traffic.importHar'>

/** What one upload may hold in memory until it is imported. */
const MOST_CHARS = 256 * 1024 * 1024
const MOST_ENTRIES = 200_000
/** Imported in one call: little enough that everything else goes on. */
const AT_ONCE = 250
const MOST_UPLOADS = 4
const FORGOTTEN_AFTER_MS = 10 * 60_000

interface Upload {
  readonly id: string
  readonly reader: HarReader
  messages: HarMessage[]
  chars: number
  imported: number
  /** The whole file was read and has no fault. */
  checked: boolean
  /** Ids in the file and what they became here. */
  readonly newIds: Map<string, string>
}

/** Brings archives in: everything is read and checked before the first request is kept. */
export function createHarImport(context: BenchContext): (params: Params) => Promise<ImportResult> {
  const { store, ports, ids, changes } = context
  const uploads = createUploads<Upload>(FORGOTTEN_AFTER_MS)

  const begin = (): Upload => {
    if (uploads.size >= MOST_UPLOADS) {
      throw new BenchFault(
        'conflict',
        `${MOST_UPLOADS} imports are under way. Let one end, cancel one, or wait ten minutes.`,
      )
    }
    const upload: Upload = {
      id: `har_${ports.randomHex(16)}`,
      reader: createHarReader(),
      messages: [],
      chars: 0,
      imported: 0,
      checked: false,
      newIds: new Map(),
    }
    uploads.put(upload.id, upload)
    return upload
  }

  const uploadOf = ({ upload: id }: Params): Upload => {
    if (id === undefined) return begin()
    const upload = uploads.get(id)
    if (upload === undefined) {
      throw new BenchFault('not_found', 'This import is not known any more. Begin it anew without "upload".')
    }
    return upload
  }

  const refuse = (upload: Upload, field: string, message: string): never => {
    uploads.remove(upload.id)
    throw new BenchFault('invalid_params', message, [{ field, message }])
  }
  const stopAt = (upload: Upload, fault: HarFault | null): void => {
    if (fault !== null) refuse(upload, fault.field === '' ? 'text' : fault.field, fault.message)
  }

  const read = (upload: Upload, text: string): void => {
    if (upload.checked)
      refuse(upload, 'text', 'The end of this file was told already. Nothing more was imported.')
    upload.chars += text.length
    if (upload.chars > MOST_CHARS) {
      refuse(
        upload,
        'text',
        'The archive is larger than 256 MiB. Divide it and import the parts. Nothing was imported.',
      )
    }
    const fault = upload.reader.push(text, (message) => {
      upload.messages.push(message)
    })
    stopAt(upload, fault)
    if (upload.messages.length > MOST_ENTRIES) {
      refuse(
        upload,
        'text',
        'The archive has more than 200,000 entries. Divide it and import the parts. Nothing was imported.',
      )
    }
  }

  const check = (upload: Upload): void => {
    if (upload.checked) return
    stopAt(upload, upload.reader.end())
    upload.checked = true
    // Archives need not be in order; lists are, by the order in which things came in.
    upload.messages = upload.messages.toSorted((a, b) => a.startedAt - b.startedAt)
  }

  const keepSome = async (upload: Upload): Promise<void> => {
    const some = upload.messages.slice(upload.imported, upload.imported + AT_ONCE)
    store.write(() => {
      for (const message of some) {
        const id = ids.messageId('ex')
        const before = message.own?.id
        if (before !== undefined && message.own?.door !== 'callback') upload.newIds.set(before, id)
        store.exchanges.insert(importedExchange(context, message, id, upload.newIds))
        changes.exchange(id)
      }
    })
    upload.imported += some.length
    await store.committed()
  }

  return async (params) => {
    const upload = uploadOf(params)
    const view = (done: boolean): ImportResult => ({
      upload: upload.id,
      read: upload.reader.counts().entries,
      imported: upload.imported,
      skipped: upload.reader.counts().skipped,
      total: upload.checked ? upload.messages.length : null,
      done,
    })
    if (params.cancel === true) {
      uploads.remove(upload.id)
      return view(true)
    }
    if (params.text !== undefined) read(upload, params.text)
    if (params.end === true) check(upload)
    else if (!upload.checked) return view(false)
    await keepSome(upload)
    const done = upload.imported === upload.messages.length
    if (done) uploads.remove(upload.id)
    return view(done)
  }
}
