import { expect, it } from 'vitest'
import type { ResponseRule } from '#domain/response-rule/response-rule'
import { aStore, anExchange } from '#store/testing/samples'
import type { Store } from '#store/store'
import { createResponseRules } from './response-rules'

const nothing = (): void => undefined
const response = (status: number) => ({ kind: 'reply', status, headers: [], body: '', delayMs: 0 }) as const
const SCRIPT: ResponseRule = {
  id: 'script',
  name: '',
  enabled: true,
  match: {},
  steps: [response(500), response(503), response(200)],
  after: 'again',
  per: 'payment',
}
const REQUEST = { method: 'POST', target: '/', kind: 'result', projectId: 1, paymentId: 'Order-1' } as const

it('response rules read every capture of a payment only once, however many there are', () => {
  const store = aStore()
  let readRows = 0
  const counting: Store = {
    ...store,
    exchanges: {
      ...store.exchanges,
      ofUnknownPayment: (...parameters) => {
        const rows = store.exchanges.ofUnknownPayment(...parameters)
        readRows += rows.length
        return rows
      },
    },
  }
  const rules = createResponseRules({
    store: counting,
    changes: { payment: nothing, callback: nothing, exchange: nothing, capture: nothing, other: nothing },
    addresses: () => null,
    randomHex: () => '1',
  })
  rules.save([SCRIPT])
  const statuses = Array.from({ length: 30 }, (_, n) =>
    store.write(() => {
      const step = rules.choose(REQUEST, { paymentKey: null, callbackId: null })?.step
      store.exchanges.insert(
        anExchange({
          id: `ex_${String(n)}`,
          source: 'capture',
          projectId: 1,
          paymentKey: null,
          paymentId: 'Order-1',
          marks: [{ ruleId: 'script', text: '' }],
        }),
      )
      return step?.kind === 'reply' ? step.status : null
    }),
  )
  expect(statuses).toEqual(Array.from({ length: 10 }, () => [500, 503, 200]).flat())
  expect(readRows).toBe(29)
})
