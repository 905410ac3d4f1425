import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { Params } from '#protocol/methods'
import { isRejected } from '#window/state/refusal'
import { reasonOf, showFailure, showToast } from '#window/state/toasts'
import { fileStamp, pickFile, saveFile } from '#window/lib/files'
import { counted, formatCount } from '#window/lib/time'
import { openTraffic } from '#window/navigation/views'
import { Button } from '#window/ui/Button.tsx'
import './traffic.css'

/** An archive that is being written or read. */
interface HarJob {
  readonly what: 'saving' | 'reading' | 'importing'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

interface HarState {
  readonly job: HarJob | null
}

const harStore = createStore<HarState>(() => ({ job: null }))
let cancelled = false
const isCancelled = (): boolean => cancelled

function useHarJob(): HarJob | null {
  return useStore(harStore, (state) => state.job)
}

/** Stops the job that runs, where one does. What was imported already stays. */
export function cancelHar(): void {
  cancelled = true
}

/** One at a time: false, and a toast, while another runs. */
function begin(job: HarJob): boolean {
  if (harStore.getState().job !== null) {
    showToast({ icon: 'warn', text: 'Another file is in progress. Wait for it, or cancel it.' })
    return false
  }
  cancelled = false
  harStore.setState({ job })
  return true
}

function run(job: HarJob, work: () => Promise<void>): void {
  if (!begin(job)) return
  work()
    .catch(showFailure)
    .finally(() => harStore.setState({ job: null }))
}

/** Saves messages as an HTTP archive: those named, those of a list, or everything. */
export function saveHar(bench: BenchClient, params: Params<'traffic.exportHar'>): void {
  run({ what: 'saving', done: 0, total: 0 }, async () => {
    const parts: string[] = []
    let cursor: string | undefined
    let written = 0
    do {
      const part = await bench.call('traffic.exportHar', {
        ...params,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (isCancelled()) return
      parts.push(part.text)
      cursor = part.next
      written += part.entries
      harStore.setState({ job: { what: 'saving', done: part.done, total: part.total } })
    } while (cursor !== undefined)
    saveFile(new Blob(parts, { type: 'application/json' }), `paybench-${fileStamp()}.har`)
    showToast({ icon: 'download', text: `Saved ${counted(written, 'request')} as HAR` })
  })
}

/** Characters of a file that go into one call. */
const PART_CHARS = 1_000_000

/** Whether a file can be an HTTP archive, by its name. */
export const isHarFile = ({ name }: { readonly name: string }): boolean => name.toLowerCase().endsWith('.har')

/** Reads an HTTP archive and keeps its requests. */
export function importHar(bench: BenchClient, file: File): void {
  if (isRejected(bench, 'traffic.importHar')) return
  run({ what: 'reading', done: 0, total: file.size }, async () => {
    let upload: string | undefined
    try {
      await readIn(bench, file, (started) => {
        upload = started
      })
    } catch (error) {
      // The bench would keep its place for a while; it may have released it already.
      if (upload !== undefined)
        await bench.call('traffic.importHar', { upload, cancel: true }).catch(() => null)
      throw new Error(`${file.name}: ${reasonOf(error)}`, { cause: error })
    }
  })
}

async function readIn(
  bench: BenchClient,
  file: File,
  onUpload: (upload: string | undefined) => void,
): Promise<void> {
  let upload: string | undefined
  const send = async (text: string, end: boolean) => {
    const result = await bench.call('traffic.importHar', {
      ...(upload === undefined ? {} : { upload }),
      text,
      end,
    })
    upload = result.upload
    onUpload(upload)
    return result
  }
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader()
  let waiting = ''
  let read = 0
  for (;;) {
    const { done, value } = await readPart(reader)
    if (done) break
    waiting += value
    read += value.length
    harStore.setState({ job: { what: 'reading', done: Math.min(read, file.size), total: file.size } })
    if (waiting.length >= PART_CHARS) {
      await send(waiting, false)
      waiting = ''
    }
    if (isCancelled()) break
  }
  if (isCancelled()) {
    if (upload !== undefined) await bench.call('traffic.importHar', { upload, cancel: true })
    return
  }
  let result = await send(waiting, true)
  while (!result.done) {
    harStore.setState({ job: { what: 'importing', done: result.imported, total: result.total ?? 0 } })
    result = await bench.call('traffic.importHar', {
      upload: result.upload,
      ...(isCancelled() ? { cancel: true } : {}),
    })
  }
  const { imported, skipped } = result
  showToast({
    icon: 'check',
    text:
      `Imported ${counted(imported, 'request')} from ${file.name}` +
      (skipped === 0 ? '' : `; ${skipped.toLocaleString('en')} entries were not HTTP`),
    action: { label: 'Show', run: () => openTraffic('source:imported') },
  })
}

async function readPart(
  reader: ReadableStreamDefaultReader<string>,
): Promise<ReadableStreamReadResult<string>> {
  try {
    return await reader.read()
  } catch {
    throw new Error(
      'It is not UTF-8 text, so it is not an HTTP archive. Nothing was imported. Select a .har file.',
    )
  }
}

/** Asks for a file and imports it. */
export function pickHar(bench: BenchClient): void {
  if (isRejected(bench, 'traffic.importHar')) return
  pickFile('.har,application/json').then((file) => {
    if (file !== null) importHar(bench, file)
  }, showFailure)
}

const WORDS: Readonly<Record<HarJob['what'], string>> = {
  saving: 'Writing the archive',
  reading: 'Reading the archive',
  importing: 'Importing requests',
}

/** The progress of a file, with a button that stops it. */
export function HarLine() {
  const job = useHarJob()
  if (job === null) return null
  const { what, done, total } = job
  const share = total === 0 ? undefined : Math.min(1, done / total)
  return (
    <div className="small bar sunken har-line" role="region" aria-label="File in progress">
      <span className="grow clip">
        {WORDS[what]}
        {share === undefined
          ? '…'
          : what === 'reading'
            ? `: ${Math.round(share * 100)} %`
            : `: ${formatCount(done)} of ${formatCount(total)}`}
      </span>
      <progress aria-label={WORDS[what]} {...(share === undefined ? {} : { value: share })} />
      <Button size="small" onClick={cancelHar}>
        Cancel
      </Button>
    </div>
  )
}
