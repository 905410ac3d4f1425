import { describe, expect, it } from 'vitest'
import { openFailingBench, turn } from '#e2e/fixtures/hosts/failing-bench'
import type { Store } from '#store/store'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import type { TokenChange } from '#domain/callback/token-body'
import { parseJsonBytes } from '#lib/json/parse'
import { aCallbackPlan, aProject, SECOND, START } from '#domain/testing/builders'
import { verdictOf } from '#core/verdict'
import { newTokenCallback } from './enqueue'

describe('delivery', () => {
  const MESSAGE = { body: '{"a":1}', signing: 'keep', target: 'http://127.0.0.1:1/pay' } as const

  /** A store that cannot record outcomes of attempts while `isFailing` returns true. */
  const withoutOutcomes =
    (isFailing: () => boolean) =>
    (store: Store): Store => ({
      ...store,
      attempts: {
        ...store.attempts,
        finish(seq, outcome) {
          if (isFailing()) throw new Error('disk full')
          return store.attempts.finish(seq, outcome)
        },
      },
    })

  describe('an attempt whose outcome could not be recorded', () => {
    it('is recorded as soon as possible, and not sent again', async () => {
      let failing = true
      let sent = 0
      const { bench, faults } = openFailingBench({
        failing: withoutOutcomes(() => failing),
        send: () => {
          sent += 1
          return Promise.resolve(200)
        },
      })
      const { id } = await bench.handlers['callbacks.compose'](MESSAGE)
      while (faults.length === 0) await turn()
      expect(await bench.handlers['callbacks.get']({ id })).toMatchObject({ state: 'delivering' })
      failing = false
      await bench.handlers['clock.advance']({ ms: 0 })
      const callback = await bench.handlers['callbacks.get']({ id })
      expect(callback).toMatchObject({ state: 'delivered', attemptCount: 1 })
      expect(callback.attempts).toHaveLength(1)
      expect(sent).toBe(1)
      await bench.close()
    })

    it('does not keep Paybench from closing', async () => {
      const { bench, faults } = openFailingBench({ failing: withoutOutcomes(() => true) })
      await bench.handlers['callbacks.compose'](MESSAGE)
      while (faults.length === 0) await turn()
      await bench.close()
      expect(faults).toHaveLength(1)
    })
  })
})

describe('enqueue', () => {
  const project = aProject()
  const change: TokenChange = {
    projectId: project.projectId,
    customerId: 'buyer-5',
    request: { id: 'request-1', action: 'tokenize', status: 'success' },
    token: '9f'.repeat(32),
    tokenStatus: 'active',
    tokenCreatedAt: START,
    card: null,
  }

  function makeCallback(plan: Parameters<typeof aCallbackPlan>[0]) {
    return newTokenCallback({
      id: 'cb_1',
      change,
      plan: aCallbackPlan(plan),
      project,
      crypto,
      createdAt: START,
    })
  }

  describe('a callback about a token', () => {
    it('belongs to no payment and carries its signature in `general`', () => {
      const callback = makeCallback({})
      expect(callback).toMatchObject({ paymentKey: null, paymentId: '', kind: 'token', nextAttemptAt: START })
      const json = parseJsonBytes(callback?.body ?? new Uint8Array())
      if (!json.ok) throw new Error(json.message)
      expect(json.plain).toHaveProperty(['general', 'signature'])
      expect(json.plain).not.toHaveProperty('signature')
      expect(verdictOf({ root: json.root, project, crypto, surface: 'callback' })).toMatchObject({
        state: 'valid',
        place: 'general.signature',
      })
    })

    it('is delayed, dropped or not created, as its plan requires', () => {
      expect(makeCallback({ delayMs: 5 * SECOND })?.nextAttemptAt).toBe(START + 5 * SECOND)
      expect(makeCallback({ projectUrl: null })).toMatchObject({ state: 'dropped', nextAttemptAt: null })
      expect(makeCallback({ disabled: true })).toBeNull()
    })
  })
})
