import type { OpenSession } from '#protocol/sessions'
import { preferencesStore, setPlace, setPreferences } from './preferences'
import { forgetUndoable } from './toasts'

const memories = new Set<() => void>()

/**
 * Registers what has to be forgotten with the open session: its ids mean nothing in other sessions, and an imported copy
 * has the same ids for other content.
 */
export function forgetWithSession(forget: () => void): void {
  memories.add(forget)
}

/** Forgets selections and unfinished work of a session that was closed or emptied. */
export function forgetSession(): void {
  // Before the selection is cleared: an editor that closes must not save into the session that is open now.
  for (const forget of memories) forget()
  forgetUndoable()
  setPlace('payments', { selection: null })
  setPlace('callbacks', { selection: null })
  setPlace('traffic', { selection: null })
}

/** The name that drafts of a session are stored under; the tester's own session has none. */
const nameOf = (session: OpenSession): string => (session.kind === 'own' ? '' : session.id)

/** Adopts the session that the bench has open. What was remembered of another one is forgotten, also after a reload. */
export function takeSession(session: OpenSession): void {
  const sessionId = nameOf(session)
  if (preferencesStore.getState().sessionId === sessionId) return
  setPreferences({ sessionId })
  forgetSession()
}
