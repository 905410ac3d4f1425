import { createStore } from 'zustand/vanilla'
import type { CallbackState } from '#protocol/messages'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { errorText } from '#lib/error-text'

export interface Toast {
  readonly id: number
  readonly icon: IconName
  readonly text: string
  /** Undo, or a follow-up. */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The callback that it is about, and the state in which its sentence is true. */
  readonly callback?: { readonly id: string; readonly state: CallbackState }
}

/** Label of an action that undoes what its toast reports. */
export const UNDO = 'Undo'

const isUndoable = (toast: Toast): boolean => toast.action?.label === UNDO

/** What can still be undone, the newest last; it outlives its toast. */
interface ToastState {
  readonly toasts: readonly Toast[]
  readonly undoable: readonly Toast[]
}

export const toastStore = createStore<ToastState>(() => ({ toasts: [], undoable: [] }))

const MAX_TOASTS = 3
const MAX_UNDOABLE = 20
let nextId = 1

/** Drops the oldest toasts, but never one that can be undone. */
function withRoom(toasts: readonly Toast[]): readonly Toast[] {
  const surplus = toasts.length - MAX_TOASTS
  if (surplus <= 0) return toasts
  const plain = toasts.slice(0, -1).filter((toast) => !isUndoable(toast))
  const gone = new Set(plain.slice(0, surplus))
  return toasts.filter((toast) => !gone.has(toast))
}

/** Shows what happened in the corner, until it is closed or times out. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const shown = { ...toast, id: nextId++ }
  toastStore.setState(({ toasts, undoable }) => ({
    // A repeated sentence, as from a held key, replaces the previous one.
    toasts: withRoom([...toasts.filter((one) => isUndoable(one) || one.text !== shown.text), shown]),
    undoable: isUndoable(shown) ? [...undoable, shown].slice(-MAX_UNDOABLE) : undoable,
  }))
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Runs the action of a toast and closes it: an action can be undone once only. */
export function runToast({ id, action }: Toast): void {
  toastStore.setState(({ toasts, undoable }) => ({
    toasts: toasts.filter((toast) => toast.id !== id),
    undoable: undoable.filter((toast) => toast.id !== id),
  }))
  action?.run()
}

/** Takes away what is no longer true of a callback, and with it what could be undone. */
export function endOutdatedToasts(id: string, state: CallbackState): void {
  const isTrue = ({ callback }: Toast): boolean => callback?.id !== id || callback.state === state
  const { toasts, undoable } = toastStore.getState()
  if ([...toasts, ...undoable].every(isTrue)) return
  toastStore.setState({ toasts: toasts.filter(isTrue), undoable: undoable.filter(isTrue) })
}

/** The last action that can be undone; undefined where there is none. */
export function lastUndoable(): Toast | undefined {
  return toastStore.getState().undoable.at(-1)
}

/** Forgets what could be undone, because another session is open. */
export function forgetUndoable(): void {
  toastStore.setState(({ toasts }) => ({
    toasts: toasts.filter((toast) => !isUndoable(toast)),
    undoable: [],
  }))
}

/** What went wrong, in the words of the bench. */
export function reasonOf(error: unknown): string {
  return errorText(error)
}

/** Shows the reason of a command that failed. */
export function showFailure(error: unknown): void {
  showToast({ icon: 'state-failed', text: reasonOf(error) })
}
