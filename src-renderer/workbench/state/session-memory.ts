import type { OpenWorkspace } from '../../../src-main/protocol/workspaces'
import { preferencesStore, setPlace, setPreferences } from './preferences'
import { forgetUndoable } from './toasts'

const memories = new Set<() => void>()

/**
 * Tells how something forgets what it remembers of the session that is open: ids of other sessions mean nothing there,
 * and an imported copy has the same ids for other content.
 */
export function forgetWithSession(forget: () => void): void {
  memories.add(forget)
}

/** Forgets what was chosen and half done in a session that is gone: another one is open, or everything in it is removed. */
export function forgetSession(): void {
  // Before the selection goes: an editor that closes must not save into the session that is open now.
  for (const forget of memories) forget()
  forgetUndoable()
  setPlace('payments', { selection: null })
  setPlace('callbacks', { selection: null })
  setPlace('traffic', { selection: null })
}

/** Under which drafts of a session are kept; the tester's own has no name. */
const nameOf = (session: OpenWorkspace): string => (session.kind === 'own' ? '' : session.id)

/** Takes the session that the bench has open. What was remembered of another one is forgotten, also over a reload. */
export function takeSession(session: OpenWorkspace): void {
  const sessionId = nameOf(session)
  if (preferencesStore.getState().sessionId === sessionId) return
  setPreferences({ sessionId })
  forgetSession()
}
