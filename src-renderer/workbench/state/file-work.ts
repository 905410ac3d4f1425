import { create } from 'zustand'
import { BenchError } from '#protocol/connection'
import { showFailure, showToast } from './toasts'

export interface FileWork {
  readonly label: string
  readonly detail: string
  readonly part: number | null
}

export const useFileWork = create<{ readonly work: FileWork | null }>(() => ({ work: null }))

let running = new AbortController()

export function showFileWork(label: string, detail = '', part: number | null = null): void {
  useFileWork.setState({ work: { label, detail, part } })
}

export function cancelFileWork(): void {
  running.abort()
}

/** Works on one file at a time; `work` must throw once its signal aborts. Errors are shown. */
export async function workOnFile(label: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const before = useFileWork.getState().work
  if (before !== null) {
    showToast({ icon: 'warn', text: `${before.label} is still in progress. Wait for it, or cancel it.` })
    return
  }
  running = new AbortController()
  const { signal } = running
  showFileWork(label)
  try {
    await work(signal)
  } catch (error) {
    const isCancelled = signal.aborted || (error instanceof BenchError && error.code === 'cancelled')
    if (isCancelled) showToast({ icon: 'state-held', text: `${label}: cancelled.` })
    else showFailure(error)
  } finally {
    useFileWork.setState({ work: null })
  }
}
