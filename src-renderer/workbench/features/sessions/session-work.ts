import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { BenchError } from '#protocol/connection'
import {
  type ExportView,
  SESSION_CHUNK_BYTES,
  SESSION_FILE_EXTENSION,
  type SessionMode,
  type SessionView,
} from '#protocol/sessions'
import { announce, reasonOf, showFailure, showToast } from '#window/state/toasts'
import { offerDialog } from '#window/state/dialogs'
import { counted, formatBytes, formatCount } from '#window/lib/time'
import { base64OfBytes, bytesOfBase64, pickFile, saveFile } from '#window/lib/files'

/** The running work on a session file, with its progress from 0 to 1; null while that is not known. */
export interface SessionWork {
  readonly label: string
  readonly detail: string
  readonly part: number | null
}

export const sessionWorkStore = createStore<{ readonly work: SessionWork | null }>(() => ({ work: null }))

const show = (work: SessionWork | null): void => {
  sessionWorkStore.setState({ work })
}

/** Takes the progress of an export from the bench; an import counts the bytes it has sent. */
export function takeSessionEvents(events: readonly BenchEvent[]): void {
  const reported = events.findLast((event) => event.type === 'sessions.progress')
  const { work } = sessionWorkStore.getState()
  if (reported === undefined || work === null || reported.progress.work !== 'export') return
  const { rows, total } = reported.progress
  if (total === null || total === 0) return
  show({ ...work, part: rows / total, detail: `${formatCount(rows)} of ${formatCount(total)} rows` })
}

const isBusy = (): boolean => {
  const { work } = sessionWorkStore.getState()
  if (work !== null)
    showToast({ icon: 'warn', text: `${work.label} is still in progress. Wait for it, or cancel it.` })
  return work !== null
}

const wasCancelled = (error: unknown): boolean => error instanceof BenchError && error.code === 'cancelled'

let isCancelled = false

/** Stops the running work; nothing of it stays. */
export function cancelSessionWork(bench: BenchClient): void {
  isCancelled = true
  bench.call('sessions.cancel', {}).catch(showFailure)
}

/** Writes the session into a file and saves it. */
export async function exportSession(bench: BenchClient, includeSecrets: boolean): Promise<void> {
  if (isBusy()) return
  isCancelled = false
  show({ label: 'Exporting the session', detail: '', part: 0 })
  try {
    const view = await bench.call('sessions.export', { includeSecrets })
    const parts = await download(bench, view)
    saveFile(new Blob([...parts], { type: 'application/octet-stream' }), view.fileName)
    await bench.call('sessions.discard', { id: view.id })
    const text = `Session exported: ${held(view)}, ${formatBytes(view.bytes)}`
    showToast({ icon: 'download', text })
    announce(text)
  } catch (error) {
    if (wasCancelled(error)) showToast({ icon: 'state-held', text: 'The export was cancelled.' })
    else showFailure(error)
  } finally {
    show(null)
  }
}

async function download(
  bench: BenchClient,
  { id, bytes }: ExportView,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let offset: number | null = 0; offset !== null;) {
    if (isCancelled) {
      await bench.call('sessions.discard', { id })
      throw new BenchError('cancelled', 'The export was cancelled.')
    }
    const detail = `${formatBytes(offset)} of ${formatBytes(bytes)}`
    show({ label: 'Saving the session', detail, part: offset / bytes })
    const { chunkBase64, next }: { readonly chunkBase64: string; readonly next: number | null } =
      await bench.call('sessions.download', { id, offset })
    parts.push(bytesOfBase64(chunkBase64))
    offset = next
  }
  return parts
}

/** Whether a file can be a session, judged by its name; the bench checks the content. */
export const isSessionFile = ({ name }: { readonly name: string }): boolean =>
  name.toLowerCase().endsWith(SESSION_FILE_EXTENSION)

/** Imports a session file and asks how to open it. */
export async function importSessionFile(bench: BenchClient, file: File): Promise<void> {
  if (isBusy()) return
  isCancelled = false
  show({ label: `Reading ${file.name}`, detail: '', part: 0 })
  try {
    const session = await upload(bench, file)
    announce(`${file.name} was read.`)
    offerDialog({ kind: 'openSession', session }, { icon: 'check', text: `${file.name} was read` })
  } catch (error) {
    if (wasCancelled(error)) {
      showToast({ icon: 'state-held', text: 'The import was cancelled; nothing was changed.' })
    } else {
      showToast({ icon: 'state-failed', text: `${file.name}: ${reasonOf(error)}` })
    }
  } finally {
    show(null)
  }
}

async function upload(bench: BenchClient, file: File): Promise<SessionView> {
  const id = crypto.randomUUID()
  for (let index = 0; ; index += 1) {
    if (isCancelled) throw new BenchError('cancelled', 'The import was cancelled.')
    const from = index * SESSION_CHUNK_BYTES
    const to = from + SESSION_CHUNK_BYTES
    const chunk = new Uint8Array(await file.slice(from, to).arrayBuffer())
    const { rows, totalRows, session } = await bench.call('sessions.upload', {
      upload: id,
      index,
      chunkBase64: base64OfBytes(chunk),
      last: to >= file.size,
      name: file.name.slice(0, 120),
    })
    if (session !== undefined) return session
    const detail = totalRows === null ? '' : `${formatCount(rows)} of ${formatCount(totalRows)} rows`
    show({ label: `Reading ${file.name}`, detail, part: Math.min(1, to / file.size) })
  }
}

/** Opens an imported session in place of what is open. */
export async function openSession(
  bench: BenchClient,
  session: SessionView,
  mode: SessionMode,
): Promise<void> {
  await bench.call('sessions.open', { id: session.id, mode })
  announce(`The session ${session.name} is open, ${mode === 'live' ? 'live' : 'read-only'}.`)
}

/** How much a session or a file holds: `1 payment, 3 messages`. */
export const held = ({
  payments,
  messages,
}: {
  readonly payments: number
  readonly messages: number
}): string => `${counted(payments, 'payment')}, ${counted(messages, 'message')}`

/** Asks for a session file and imports it. */
export function pickSession(bench: BenchClient): void {
  pickFile(SESSION_FILE_EXTENSION)
    .then((file) => (file === null ? undefined : importSessionFile(bench, file)))
    .catch(showFailure)
}
