import { describe, expect, it } from 'vitest'
import {
  countOf,
  entriesOf,
  type EntryKind,
  isAbout,
  ofGroup,
  type TimelineEntry,
  withEntries,
} from './timeline'
import type { BenchEvent } from '#protocol/events'

const entry = (id: string, wallAt: number, kind: EntryKind = 'handler', note = ''): TimelineEntry => ({
  id,
  kind,
  name: id,
  note,
  wallAt,
  virtualAt: 0,
})
const ids = (entries: readonly TimelineEntry[]): string => entries.map(({ id }) => id).join(' ')

describe('the timeline', () => {
  it('is ordered by the virtual clock, and by arrival within one moment', () => {
    const at = (id: string, virtualAt: number, wallAt: number) => ({ ...entry(id, wallAt), virtualAt })
    const entries = withEntries(
      [at('b', 20, 1), at('d', 40, 5)],
      [at('c', 30, 9), at('a', 10, 7), at('e', 40, 4)],
    )
    expect(ids(entries)).toBe('a b c d e')
  })

  it('keeps the place of an entry that is reported again', () => {
    const [first, second] = withEntries(
      [entry('callback', 1, 'callback', 'scheduled'), entry('b', 2)],
      [entry('callback', 9, 'callback', 'delivered')],
    )
    expect(first).toMatchObject({ id: 'callback', note: 'delivered', wallAt: 1 })
    expect(second?.id).toBe('b')
  })

  it('keeps the newest 1000 entries', () => {
    const entries = withEntries(
      [],
      Array.from({ length: 1001 }, (_, index) => entry(String(index), index)),
    )
    expect(entries).toHaveLength(1000)
    expect(entries[0]?.id).toBe('1')
  })

  it('is filtered by group, and counts a callback and its capture once', () => {
    const entries = [
      entry('in', 1, 'message-in'),
      entry('out', 2, 'message-out'),
      entry('policy', 3, 'csp'),
      entry('sent', 4, 'callback'),
      entry('arrived', 5, 'capture'),
    ]
    expect(ids(ofGroup(entries, 'messages'))).toBe('in out')
    expect(ids(ofGroup(entries, 'errors'))).toBe('policy')
    expect(ids(ofGroup(entries, 'callbacks'))).toBe('sent arrived')
    expect([countOf(entries, 'callbacks'), countOf(entries, null)]).toEqual([1, 5])
  })
})

const AT = '2031-04-09T16:42:17.000Z'
const subject = { projectId: 9041, paymentId: 'Shop-2047' }
const moment = 5000

const payment = (status: 'processing' | 'awaiting clarification' | 'success', updatedAt = AT) => ({
  key: 'pay_1',
  projectId: 9041,
  paymentId: 'Shop-2047',
  status,
  amount: 4650,
  currency: 'EUR',
  method: 'card',
  customerId: 'buyer-5',
  createdAt: AT,
  updatedAt,
  resultCode: '0',
  resultMessage: 'Success',
  callbacks: { delivered: 0, dropped: 0, failed: 0, held: 0, pending: 0 },
})
const changed = (status: 'processing' | 'awaiting clarification' | 'success', at = AT): BenchEvent => ({
  type: 'payment.changed',
  payment: payment(status, at),
  isNew: false,
})
const callback = (state: 'scheduled' | 'delivered', paymentId = 'Shop-2047'): BenchEvent => ({
  type: 'callback.changed',
  isNew: false,
  callback: {
    id: 'cb_1',
    paymentKey: 'pay_1',
    paymentId,
    projectId: 9041,
    kind: 'result',
    createdAt: AT,
    target: 'http://shop.test/cb',
    state,
    attemptCount: 1,
    marks: [],
    ...(state === 'delivered' ? { lastStatus: 200, lastDurationMs: 38 } : {}),
  },
})

describe('whether something belongs to the previewed payment', () => {
  it('depends on the project and on the payment id, ignoring case', () => {
    expect(isAbout(subject, { projectId: 9041, paymentId: 'shop-2047' })).toBe(true)
    expect(isAbout(subject, { projectId: 9042, paymentId: 'Shop-2047' })).toBe(false)
    expect(isAbout(subject, { projectId: 9041, paymentId: undefined })).toBe(false)
  })
})

describe('events of Paybench', () => {
  it('show each status once, with the previous one', () => {
    const events = [changed('processing'), changed('processing'), changed('awaiting clarification')]
    const { entries, payment: last } = entriesOf(events, subject, null, moment)
    expect(entries.map(({ name, note }) => `${name}: ${note}`)).toEqual([
      'processing: registered, 0 Success',
      'awaiting clarification: was processing, 0 Success',
    ])
    expect(last?.status).toBe('awaiting clarification')
  })

  it('show a status again when it recurs', () => {
    const events = [
      changed('processing'),
      changed('awaiting clarification'),
      changed('processing', '2031-04-09T16:43:00.000Z'),
    ]
    expect(new Set(entriesOf(events, subject, null, moment).entries.map(({ id }) => id)).size).toBe(3)
  })

  it('show a callback as one entry, whatever happens to it, at the virtual time of its creation', () => {
    const { entries } = entriesOf([callback('scheduled'), callback('delivered')], subject, null, moment)
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(['callback cb_1']))
    expect(entries.at(-1)).toMatchObject({
      name: 'Result callback',
      note: 'delivered 200 in 38 ms, http://shop.test/cb',
      message: { type: 'callback', id: 'cb_1' },
      virtualAt: Date.parse(AT),
      wallAt: moment,
    })
  })

  it('are skipped if they are about other payments', () => {
    expect(entriesOf([callback('delivered', 'other')], subject, null, moment).entries).toEqual([])
  })

  it('show requests with the response status and without the query', () => {
    const exchange = {
      id: 'ex_1',
      receivedAt: AT,
      wallReceivedAt: AT,
      secure: false,
      method: 'GET',
      path: '/payment?payment_id=Shop-2047',
      httpVersion: '1.1',
      projectId: 9041,
      paymentId: 'Shop-2047',
      source: 'form' as const,
      sizeBytes: 10,
      status: 400,
      marks: [],
    }
    const { entries } = entriesOf([{ type: 'exchange.added', exchange }], subject, null, moment)
    expect(entries).toMatchObject([
      { kind: 'request', name: 'GET /payment', note: 'response 400', bad: true },
    ])
  })
})
