import { beforeEach, describe, expect, it } from 'vitest'
import type { SearchAllResult } from '#protocol/traffic'
import { preferencesStore } from '#window/state/preferences'
import { readPreferences } from '#window/state/preferences-shape'
import { foundWords, leftOutWords, resultGroups } from './search-items'

const AT = '2031-04-09T10:00:00.000Z'
const exchange = {
  id: 'ex_1',
  source: 'api' as const,
  receivedAt: AT,
  wallReceivedAt: AT,
  secure: false,
  method: 'POST',
  path: '/v2/payment/card/sale',
  httpVersion: '1.1',
  paymentId: 'tea-1',
  sizeBytes: 2,
  marks: [],
}
const list = <Item>(items: readonly Item[], total = items.length) => ({
  searched: true as const,
  items: [...items],
  total,
})
const FOUND: SearchAllResult = {
  payments: { searched: false, reason: 'There is no field "source". Known fields: a, b.' },
  callbacks: list(
    [
      {
        id: 'cb_1',
        paymentKey: 'pay_1',
        paymentId: 'tea-1',
        projectId: 1,
        kind: 'result',
        createdAt: AT,
        target: null,
        state: 'delivered',
        attemptCount: 1,
        replayOf: 'cb_0',
        marks: [],
      },
    ],
    500,
  ),
  captures: list([
    { ...exchange, id: 'cap_1', source: 'capture', path: '/inbox', signatureState: 'valid', status: 200 },
  ]),
  exchanges: list([{ ...exchange, refusal: { code: '3041', message: 'Taken', contract: '5.7' } }], 2),
}

beforeEach(() => {
  preferencesStore.setState(readPreferences(null))
})

const groups = () => resultGroups('tea', FOUND, new Set(), Date.parse(AT))

describe('the results of a search', () => {
  it('are grouped by list, with kind and state in words, and a line that opens the complete list', () => {
    const lines = groups().map(({ title, items }) => [
      title,
      items.map(({ label, note }) => `${label}: ${note ?? ''}`),
    ])
    expect(lines).toEqual([
      ['Callbacks', ['Result callback of tea-1: replay, delivered', 'All 500 callbacks: Callbacks']],
      ['Captured requests', [expect.stringMatching(/^POST \/inbox: tea-1, .*, 200$/)]],
      ['Traffic', ['POST /v2/payment/card/sale: tea-1, API, refused 3041', 'All 2 requests: Traffic']],
    ])
  })

  it('are counted in a sentence', () => {
    expect(foundWords(FOUND)).toBe('Found 500 callbacks, 1 captured request, 2 requests')
    const none = list([])
    expect(foundWords({ payments: none, callbacks: none, captures: none, exchanges: none })).toBe(
      'Nothing found in payments and messages',
    )
  })

  it('name the lists that were not searched', () => {
    expect(leftOutWords(FOUND)).toBe('Not searched: Payments. There is no field "source".')
    expect(leftOutWords({ ...FOUND, payments: list([]) })).toBeNull()
  })

  it('open a message on its page, or its list with the text as the filter', () => {
    const [callbacks, captured, traffic] = groups()
    callbacks?.items[0]?.run()
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'sent', selection: 'cb_1' },
    })
    captured?.items[0]?.runFiltered?.()
    expect(preferencesStore.getState()).toMatchObject({
      page: 'callbacks',
      callbacks: { view: 'captured', query: 'tea', selection: null },
    })
    traffic?.items[0]?.run()
    expect(preferencesStore.getState()).toMatchObject({ page: 'traffic', traffic: { selection: 'ex_1' } })
    traffic?.items.at(-1)?.run()
    expect(preferencesStore.getState().traffic.query).toBe('tea -source:capture')
  })
})
