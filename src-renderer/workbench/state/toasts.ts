import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { IconName } from '../lib/icon-paths'

export interface Toast {
  readonly id: number
  readonly icon: IconName
  readonly text: string
  /** The way back, or on. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Label of an action that takes back what its toast tells. */
export const UNDO = 'Undo'

const takesBack = (toast: Toast): boolean => toast.action?.label === UNDO

/** What can still be taken back, the newest last: it outlives its toast. */
interface ToastState {
  readonly toasts: readonly Toast[]
  readonly undoable: readonly Toast[]
}

export const toastStore = createStore<ToastState>(() => ({ toasts: [], undoable: [] }))

const MAX_TOASTS = 3
const MAX_UNDOABLE = 20
let nextId = 1

/** The oldest ones make room, but never one with a way back. */
function withRoom(toasts: readonly Toast[]): readonly Toast[] {
  const surplus = toasts.length - MAX_TOASTS
  if (surplus <= 0) return toasts
  const plain = toasts.slice(0, -1).filter((toast) => !takesBack(toast))
  const gone = new Set(plain.slice(0, surplus))
  return toasts.filter((toast) => !gone.has(toast))
}

/** Says what happened, in the corner; it stays until it is closed or has been there for a while. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const shown = { ...toast, id: nextId++ }
  toastStore.setState(({ toasts, undoable }) => ({
    // The same sentence again, as of a key that is held, takes the place of the one before.
    toasts: withRoom([...toasts.filter((one) => takesBack(one) || one.text !== shown.text), shown]),
    undoable: takesBack(shown) ? [...undoable, shown].slice(-MAX_UNDOABLE) : undoable,
  }))
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Runs the action of a toast and closes it: what was taken back cannot be taken back again. */
export function runToast({ id, action }: Toast): void {
  toastStore.setState(({ toasts, undoable }) => ({
    toasts: toasts.filter((toast) => toast.id !== id),
    undoable: undoable.filter((toast) => toast.id !== id),
  }))
  action?.run()
}

/** What was done last and can be taken back; undefined where nothing is. */
export function lastUndoable(): Toast | undefined {
  return toastStore.getState().undoable.at(-1)
}

/** Nothing of before can be taken back any more, as another session is open. */
export function forgetUndoable(): void {
  toastStore.setState(({ toasts }) => ({
    toasts: toasts.filter((toast) => !takesBack(toast)),
    undoable: [],
  }))
}

export function useToasts(): readonly Toast[] {
  return useStore(toastStore, (state) => state.toasts)
}

/** What went wrong, in the words of the bench. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Shows the reason of a command that failed. */
export function showFailure(error: unknown): void {
  showToast({ icon: 'state-failed', text: reasonOf(error) })
}
