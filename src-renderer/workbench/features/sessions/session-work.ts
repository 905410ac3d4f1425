import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import {
  type ExportView,
  SESSION_CHUNK_BYTES,
  SESSION_FILE_EXTENSION,
  type SessionMode,
  type SessionView,
} from '#protocol/sessions'
import { announce, reasonOf, showFailure, showToast } from '#window/state/toasts'
import { offerDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { useFileWork, showFileWork, workOnFile } from '#window/state/file-work'
import { counted, formatCount } from '#lib/words'
import { formatBytes } from '#window/lib/time'
import { bytesOfBase64, pickFile, saveFile } from '#window/lib/files'
import { encodeBase64 } from '#lib/bytes/base64'

/** Shows the progress that Paybench reports for an export; an import shows its own progress after each part. */
export function takeSessionEvents(events: readonly BenchEvent[]): void {
  const reported = events.findLast((event) => event.type === 'sessions.progress')
  const { work } = useFileWork.getState()
  if (reported === undefined || work === null || reported.progress.work !== 'export') return
  const { rows, total } = reported.progress
  if (total === null || total === 0) return
  showFileWork(work.label, `${formatCount(rows)} of ${formatCount(total)} rows`, rows / total)
}

/** Cancelling also stops the work in Paybench, and leaves nothing behind. */
const workOnSession = (
  bench: BenchClient,
  label: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> =>
  workOnFile(label, (signal) => {
    signal.addEventListener('abort', () => void bench.call('sessions.cancel', {}).catch(showFailure))
    return work(signal)
  })

export const exportSession = (bench: BenchClient, includeSecrets: boolean): Promise<void> =>
  workOnSession(bench, 'Exporting the session', async (signal) => {
    const view = await bench.call('sessions.export', { includeSecrets })
    try {
      const parts = await download(bench, view, signal)
      saveFile(new Blob([...parts], { type: 'application/octet-stream' }), view.fileName)
    } finally {
      await bench.call('sessions.discard', { id: view.id })
    }
    const text = `Session exported as ${view.fileName}: ${contentWords(view)}, ${formatBytes(view.bytes)}`
    showToast({ icon: 'download', text })
  })

async function download(
  bench: BenchClient,
  { id, bytes }: ExportView,
  signal: AbortSignal,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let offset: number | null = 0; offset !== null;) {
    signal.throwIfAborted()
    showFileWork('Saving the session', `${formatBytes(offset)} of ${formatBytes(bytes)}`, offset / bytes)
    const { chunkBase64, next }: { readonly chunkBase64: string; readonly next: number | null } =
      await bench.call('sessions.download', { id, offset })
    parts.push(bytesOfBase64(chunkBase64))
    offset = next
  }
  return parts
}

/** Whether a file has a session file's extension; Paybench checks the content. */
export const isSessionFile = ({ name }: { readonly name: string }): boolean =>
  name.toLowerCase().endsWith(SESSION_FILE_EXTENSION)

export const importSessionFile = (bench: BenchClient, file: File): Promise<void> =>
  workOnSession(bench, `Reading ${file.name}`, async (signal) => {
    const session = await upload(bench, file, signal).catch((error: unknown) => {
      throw signal.aborted ? error : new Error(`${file.name}: ${reasonOf(error)}`, { cause: error })
    })
    offerDialog({ kind: 'openSession', session }, { icon: 'check', text: `${file.name} was read` })
  })

async function upload(bench: BenchClient, file: File, signal: AbortSignal): Promise<SessionView> {
  const id = crypto.randomUUID()
  for (let index = 0; ; index += 1) {
    signal.throwIfAborted()
    const from = index * SESSION_CHUNK_BYTES
    const to = from + SESSION_CHUNK_BYTES
    const chunk = new Uint8Array(await file.slice(from, to).arrayBuffer())
    const { session } = await bench.call('sessions.upload', {
      upload: id,
      index,
      chunkBase64: encodeBase64(chunk),
      last: to >= file.size,
      name: file.name.slice(0, 120),
    })
    if (session !== undefined) return session
    showFileWork(`Reading ${file.name}`, '', to / file.size)
  }
}

export async function openSession(
  bench: BenchClient,
  session: SessionView,
  mode: SessionMode,
): Promise<void> {
  await bench.call('sessions.open', { id: session.id, mode })
  setPreferences({ page: 'payments' })
  announce(`The session ${session.name} is open, ${mode === 'live' ? 'live' : 'read-only'}.`)
}

/** The content of a session or a file: `1 payment, 3 messages`. */
export const contentWords = ({ payments, messages }: Pick<SessionView, 'payments' | 'messages'>): string =>
  `${counted(payments, 'payment')}, ${counted(messages, 'message')}`

export async function pickSession(bench: BenchClient): Promise<void> {
  const file = await pickFile(SESSION_FILE_EXTENSION)
  if (file !== null) await importSessionFile(bench, file)
}
