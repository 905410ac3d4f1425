import type { OpenSession } from '#protocol/sessions'
import { preferencesStore, setPlace, setPreferences } from './preferences'
import { forgetUndoable } from './toasts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CallbackDetail } from '#protocol/messages'
import type { CallbackId } from '#domain/ids'

const memories = new Set<() => void>()

/** Registers a function that clears memory of the open session, whose ids mean something else in another session. */
export function forgetWithSession(forget: () => void): void {
  memories.add(forget)
}

/** Forgets selections and unfinished work of a session that was closed or emptied. */
export function forgetSession(): void {
  // Runs first: clearing the selection closes editors, which must not save into the session that is open now.
  for (const forget of memories) forget()
  forgetUndoable()
  for (const page of ['payments', 'callbacks', 'traffic'] as const) setPlace(page, { selection: null })
}

/** Adopts the session that Paybench has open. The memory of another one is cleared, also after a reload. */
export function takeSession(session: OpenSession): void {
  const sessionId = session.kind === 'own' ? '' : session.id
  if (preferencesStore.getState().sessionId === sessionId) return
  setPreferences({ sessionId })
  forgetSession()
}

export interface ChosenAttempt {
  readonly callbackId: CallbackId
  readonly seq: number
}

export const chosenAttempt = createStore<{ readonly chosen: ChosenAttempt | null }>(() => ({ chosen: null }))

export function chooseAttempt(chosen: ChosenAttempt | null): void {
  chosenAttempt.setState({ chosen })
}

/** The index of the selected attempt (by default the newest; -1 if there is none), and a function that selects one. */
export function useChosenAttempt(callback: CallbackDetail | null) {
  const { chosen } = useStore(chosenAttempt)
  const attempts = callback?.attempts ?? []
  const found =
    chosen === null || chosen.callbackId !== callback?.id
      ? -1
      : attempts.findIndex(({ seq }) => seq === chosen.seq)
  return [
    found === -1 ? attempts.length - 1 : found,
    (index: number): void => {
      const attempt = attempts[index]
      if (callback !== null && attempt !== undefined)
        chooseAttempt({ callbackId: callback.id, seq: attempt.seq })
    },
  ] as const
}
