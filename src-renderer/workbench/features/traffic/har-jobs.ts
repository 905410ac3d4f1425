import type { BenchClient } from '#protocol/client'
import type { Params } from '#protocol/methods'
import { showFileWork, workOnFile } from '#window/state/file-work'
import { isRejected } from '#window/state/refusal'
import { reasonOf, showToast } from '#window/state/toasts'
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

/** Bytes of a file that are read and sent at once. */
const PART_BYTES = 1_000_000

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
      const decoder = new TextDecoder('utf-8', { fatal: true })
      let result: Awaited<ReturnType<typeof call>>
      let read = 0
      do {
        signal.throwIfAborted()
        const part = await file.slice(read, read + PART_BYTES).arrayBuffer()
        read = Math.min(read + PART_BYTES, file.size)
        const end = read === file.size
        result = await call({ text: textOf(part, decoder, end), end })
        show('Reading the archive', read, file.size)
      } while (read < file.size)
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

/** A character may begin in one part and end in the next. */
function textOf(part: ArrayBuffer, decoder: TextDecoder, isLast: boolean): string {
  try {
    return decoder.decode(part, { stream: !isLast })
  } catch {
    throw new Error(
      'It is not UTF-8 text, so it is not an HTTP archive. Nothing was imported. Select a .har file.',
    )
  }
}

export async function pickHar(bench: BenchClient): Promise<void> {
  const file = await pickFile('.har,application/json')
  if (file !== null) importHar(bench, file)
}
