import type { BenchClient } from '#protocol/client'
import type { Params } from '#protocol/methods'
import { showFileWork, workOnFile } from '#window/state/file-work'
import { isRejected } from '#window/state/refusal'
import { reasonOf, showFailure, showToast } from '#window/state/toasts'
import { fileStamp, pickFile, saveFile } from '#window/lib/files'
import { present } from '#lib/members'
import { counted, formatCount } from '#lib/words'
import { openList } from '#window/navigation/views'

const show = (label: string, done: number, total: number): void =>
  showFileWork(label, `${formatCount(done)} of ${formatCount(total)}`, total === 0 ? null : done / total)

export function saveHar(bench: BenchClient, params: Params<'traffic.exportHar'>): void {
  const label = 'Writing the archive'
  void workOnFile(label, async (signal) => {
    const parts: string[] = []
    let cursor: string | undefined
    let written = 0
    do {
      const part = await bench.call('traffic.exportHar', { ...params, ...present({ cursor }) })
      signal.throwIfAborted()
      parts.push(part.text)
      cursor = part.next
      written += part.entries
      show(label, part.done, part.total)
    } while (cursor !== undefined)
    const name = `paybench-${fileStamp()}.har`
    saveFile(new Blob(parts, { type: 'application/json' }), name)
    showToast({ icon: 'download', text: `Saved ${counted(written, 'request')} as HAR: ${name}` })
  })
}

const PART_CHARS = 1_000_000

export const isHarFile = ({ name }: { readonly name: string }): boolean => name.toLowerCase().endsWith('.har')

/** Imports the requests of an HTTP archive; a cancelled import keeps those already imported. */
export function importHar(bench: BenchClient, file: File): void {
  if (isRejected(bench, 'traffic.importHar')) return
  void workOnFile(`Importing ${file.name}`, async (signal) => {
    let upload: string | undefined
    const call = async (params: Params<'traffic.importHar'>) => {
      const result = await bench.call('traffic.importHar', { ...present({ upload }), ...params })
      upload = result.upload
      return result
    }
    try {
      let waiting = ''
      let read = 0
      for await (const text of textOf(file)) {
        signal.throwIfAborted()
        waiting += text
        read += text.length
        show('Reading the archive', Math.min(read, file.size), file.size)
        if (waiting.length < PART_CHARS) continue
        await call({ text: waiting, end: false })
        waiting = ''
      }
      let result = await call({ text: waiting, end: true })
      while (!result.done) {
        signal.throwIfAborted()
        show('Importing requests', result.imported, result.total ?? 0)
        result = await call({})
      }
      const { imported, skipped } = result
      const others = skipped === 0 ? '' : `; skipped ${formatCount(skipped)} (not HTTP)`
      showToast({
        icon: 'check',
        text: `Imported ${counted(imported, 'request')} from ${file.name}${others}`,
        action: { label: 'Show', run: () => openList('traffic', 'source:imported') },
      })
    } catch (error) {
      // Releases the upload, which Paybench would keep for a while; it may already be gone.
      if (upload !== undefined) await call({ cancel: true }).catch(() => null)
      throw new Error(`${file.name}: ${reasonOf(error)}`, { cause: error })
    }
  })
}

async function* textOf(file: File): AsyncGenerator<string> {
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(
        'It is not UTF-8 text, so it is not an HTTP archive. Nothing was imported. Select a .har file.',
      )
    })
    if (done) return
    yield value
  }
}

export function pickHar(bench: BenchClient): void {
  if (isRejected(bench, 'traffic.importHar')) return
  pickFile('.har,application/json').then((file) => {
    if (file !== null) importHar(bench, file)
  }, showFailure)
}
