import { beforeEach, describe, expect, it } from 'vitest'
import { createBenchClient } from '#protocol/client'
import type { OpenSession } from '#protocol/sessions'
import { infoStore } from './info'
import { isRejected, NOT_CONNECTED, refusalIn } from './refusal'
import { toastStore } from './toasts'

const live: OpenSession = { kind: 'imported', id: 's1', name: 'Friday', mode: 'live', hasSecrets: true }
const readOnly: OpenSession = { ...live, mode: 'readOnly' }
const READ_ONLY = '"Friday" is open read-only. Open it live, or go back to your own session.'

describe('what cannot be done now', () => {
  it('is everything but reading while not connected', () => {
    const info = { session: { kind: 'own' } } as const
    for (const status of ['connecting', 'lost'] as const) {
      expect(refusalIn({ status, info }, 'payments.create')).toBe(NOT_CONNECTED)
      expect(refusalIn({ status, info }, 'sessions.open')).toBe(NOT_CONNECTED)
      expect(refusalIn({ status, info }, 'payments.list')).toBeNull()
    }
  })

  it('is every change in a session that is open read-only', () => {
    const state = { status: 'connected', info: { session: readOnly } } as const
    expect(refusalIn(state, 'payments.create')).toBe(READ_ONLY)
    expect(refusalIn(state, 'callbacks.replay')).toBe(READ_ONLY)
    expect(refusalIn(state, 'traffic.exportHar')).toBeNull()
    expect(refusalIn(state, 'sessions.close')).toBeNull()
  })

  it('is nothing in a session of the tester, or a continued one', () => {
    for (const session of [{ kind: 'own' } as const, live]) {
      expect(refusalIn({ status: 'connected', info: { session } }, 'bench.reset')).toBeNull()
    }
  })
})

describe('a key for what cannot be done now', () => {
  beforeEach(() => {
    toastStore.setState({ toasts: [] })
  })

  it('says why, once however often it is pressed', () => {
    infoStore.setState({ status: 'lost' })
    const bench = createBenchClient()
    expect(isRejected(bench, 'callbacks.hold')).toBe(true)
    expect(isRejected(bench, 'callbacks.hold')).toBe(true)
    expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([NOT_CONNECTED])
  })

  it('goes on where it can be done', () => {
    infoStore.setState({ status: 'connected', info: null })
    expect(isRejected(createBenchClient(), 'callbacks.hold')).toBe(false)
    expect(toastStore.getState().toasts).toEqual([])
  })
})
