import { createStore } from 'zustand/vanilla'
import type { IconName } from '../ui/icon-paths'

export interface Toast {
  readonly id: number
  readonly icon: IconName
  readonly text: string
  /** The way back, or on. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const toastStore = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

const MOST_TOASTS = 3
let nextId = 1

/** Says what happened, in the corner; it stays until it is closed or has been there for a while. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const shown = { ...toast, id: nextId++ }
  toastStore.setState(({ toasts }) => ({ toasts: [...toasts, shown].slice(-MOST_TOASTS) }))
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** What went wrong, in the words of the bench. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Shows the reason of a command that failed. */
export function showFailure(error: unknown): void {
  showToast({ icon: 'state-failed', text: reasonOf(error) })
}
