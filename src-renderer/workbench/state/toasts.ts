import { createStore } from 'zustand/vanilla'
import { BenchError } from '#protocol/connection'
import type { CallbackState } from '#protocol/messages'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { errorText } from '#lib/error-text'
import { copyText } from '#window/lib/files'
import { LIMITS } from '#lib/limits/limit-table'
import { boundedText } from '#lib/limits/bounded-text'

export interface Toast {
  readonly id: number
  readonly icon: IconName
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The callback that the toast is about, and the state in which its text is true. */
  readonly callback?: { readonly id: string; readonly state: CallbackState }
}

export const UNDO = 'Undo'

const isUndoable = (toast: Toast): boolean => toast.action?.label === UNDO

export const toastStore = createStore<{
  readonly toasts: readonly Toast[]
  /** Actions that can still be undone, newest last; they remain after their toasts close. */
  readonly undoable: readonly Toast[]
}>(() => ({ toasts: [], undoable: [] }))

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

/** Shows a message in the corner, until it is closed or times out. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const shown = { ...toast, id: nextId++ }
  toastStore.setState(({ toasts, undoable }) => ({
    // A repeated sentence, as from a held key, replaces the previous one.
    toasts: withRoom([...toasts.filter((one) => isUndoable(one) || one.text !== shown.text), shown]),
    undoable: isUndoable(shown) ? [...undoable, shown].slice(-MAX_UNDOABLE) : undoable,
  }))
}

/** Drops all other toasts, shown ones and those that can still be undone. */
function keepOnly(fits: (toast: Toast) => boolean): void {
  toastStore.setState(({ toasts, undoable }) => ({
    toasts: toasts.filter(fits),
    undoable: undoable.filter(fits),
  }))
}

export function closeToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Runs the action of a toast and closes it: an action can be undone only once. */
export function runToast({ id, action }: Toast): void {
  keepOnly((toast) => toast.id !== id)
  action?.run()
}

/** Removes toasts whose text is no longer true of a callback, and their undo actions. */
export function endOutdatedToasts(id: string, state: CallbackState): void {
  const isTrue = ({ callback }: Toast): boolean => callback?.id !== id || callback.state === state
  const { toasts, undoable } = toastStore.getState()
  if (![...toasts, ...undoable].every(isTrue)) keepOnly(isTrue)
}

/** The last action that can be undone; undefined if there is none. */
export function lastUndoable(): Toast | undefined {
  return toastStore.getState().undoable.at(-1)
}

export function forgetUndoable(): void {
  keepOnly((toast) => !isUndoable(toast))
}

export function reasonOf(error: unknown): string {
  return errorText(error)
}

/** The message of an error and the field that it names, such as `headers.3`; '' if it names none. */
export function issueIn(error: unknown): { readonly field: string; readonly message: string } {
  const issue = error instanceof BenchError ? error.issues[0] : undefined
  return issue ?? { field: '', message: reasonOf(error) }
}

export function showFailure(error: unknown): void {
  showToast({ icon: 'state-failed', text: reasonOf(error) })
}

/** @throws Error if the browser does not allow the copy */
export async function copyAndConfirm(text: string, done: string): Promise<void> {
  if (!(await copyText(text))) {
    throw new Error('Could not write to the clipboard. Allow this page to use it and try again.')
  }
  showToast({ icon: 'copy', text: done })
}

export function copyWithToast(text: string | (() => Promise<string>), done: string): void {
  Promise.resolve(typeof text === 'string' ? text : text())
    .then((text) => copyAndConfirm(text, done))
    .catch(showFailure)
}

/** A screen reader reads every one of several quick sentences only if all are in the page at once. */
const MAX_SENTENCES = 4

/** Sentences for screen readers; `id` distinguishes two announcements of the same sentence. */
export const announcements = createStore<readonly Pick<Toast, 'id' | 'text'>[]>(() => [])

let nextSentence = 1

/** For what no toast says: a screen reader reads toasts by itself. */
export function announce(text: string): void {
  const next = { id: nextSentence++, text }
  announcements.setState([...announcements.getState(), next].slice(-MAX_SENTENCES), true)
}

/** Shows errors that nothing has handled: they must neither close the window nor go unnoticed. */
export function watchPageErrors(page: Pick<Window, 'addEventListener'>): void {
  let count = 0
  const showNext = (error: unknown): void => {
    count += 1
    const reason = boundedText(reasonOf(error), LIMITS.pathChars).replace(/\.$/, '')
    const which = count === 1 ? '' : ` (error ${count} since the window was loaded)`
    showToast({
      icon: 'state-failed',
      text: `Something in the window failed: ${reason}${which}. Try again. If that does not help, reload the page.`,
    })
  }
  page.addEventListener('unhandledrejection', (event) => showNext(event.reason))
  page.addEventListener('error', (event) => {
    // Browsers also report here that a resize was too late for this frame; observers get it in the next one.
    if (!event.message.startsWith('ResizeObserver loop')) showNext(event.error ?? event.message)
  })
}
