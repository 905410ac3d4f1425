import { describe, expect, it } from 'vitest'
import { nodeCrypto as crypto } from '#e2e/fixtures/node-crypto'
import type { TokenChange } from '#domain/callback/token-body'
import { parseJsonBytes } from '#lib/json/parse'
import { aCallbackPlan, aProject, SECOND, START } from '#domain/testing/builders'
import { verdictOf } from '#core/verdict'
import { newTokenCallback } from './enqueue'

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

function made(plan: Parameters<typeof aCallbackPlan>[0]) {
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
  it('belongs to no payment and carries its signature in general', () => {
    const callback = made({})
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

  it('is delayed, dropped or not made at all, as the merchant asks', () => {
    expect(made({ delayMs: 5 * SECOND })?.nextAttemptAt).toBe(START + 5 * SECOND)
    expect(made({ projectUrl: null })).toMatchObject({ state: 'dropped', nextAttemptAt: null })
    expect(made({ disabled: true })).toBeNull()
  })
})
