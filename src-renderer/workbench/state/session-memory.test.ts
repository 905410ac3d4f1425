import { beforeEach, describe, expect, it } from 'vitest'
import {
  draftOf,
  forgetSessionDrafts,
  keepSessionDraft,
  preferencesStore,
  sessionDraftsOf,
  setPlace,
  setPreferences,
} from './preferences'
import { forgetSession, forgetWithSession, takeSession } from './session-memory'

const imported = (id: string) =>
  ({ kind: 'imported', id, name: 'Friday', mode: 'readOnly', hasSecrets: true }) as const

const ruleDraft = (): string | undefined => sessionDraftsOf('')['rule']

beforeEach(() => {
  setPreferences({ sessionId: '', drafts: {} })
})

describe('the memory of a session', () => {
  it('is cleared by the registered functions first, then on each page', () => {
    const seen: (string | null)[] = []
    forgetWithSession(() => seen.push(preferencesStore.getState().traffic.selection))
    setPlace('payments', { selection: 'p', query: 'status:success' })
    setPlace('callbacks', { selection: 'cb_1' })
    setPlace('traffic', { selection: 'ex_1' })
    forgetSession()
    const { payments, callbacks, traffic } = preferencesStore.getState()
    expect(seen).toEqual(['ex_1'])
    expect([payments.selection, callbacks.selection, traffic.selection]).toEqual([null, null, null])
    expect(payments.query).toBe('status:success')
  })

  it('is kept while the same session is open, and is cleared when another one is opened', () => {
    takeSession(imported('s1'))
    setPlace('traffic', { selection: 'ex_1' })
    takeSession(imported('s1'))
    expect(preferencesStore.getState().traffic.selection).toBe('ex_1')
    takeSession({ kind: 'own' })
    expect(preferencesStore.getState().traffic.selection).toBeNull()
  })
})

describe('drafts of a session', () => {
  it('are separate from those of another session, and come back with their session', () => {
    keepSessionDraft('rule', 'mine')
    takeSession(imported('s1'))
    expect(ruleDraft()).toBeUndefined()
    keepSessionDraft('rule', 'of the file')
    takeSession({ kind: 'own' })
    expect(ruleDraft()).toBe('mine')
    takeSession(imported('s1'))
    expect(ruleDraft()).toBe('of the file')
  })

  it('are removed with the session', () => {
    keepSessionDraft('rule', 'mine')
    takeSession(imported('s1'))
    keepSessionDraft('rule', 'of the file')
    forgetSessionDrafts('s1')
    expect(ruleDraft()).toBeUndefined()
    expect(draftOf('rule')).toBe('mine')
  })
})
