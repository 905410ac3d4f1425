import { describe, expect, it } from 'vitest'
import { remarksOnCallback, remarksOnCapture, remarksOnPayment, remarksOnResponse } from './remarks'

type Callback = Parameters<typeof remarksOnCallback>[0]
type Attempt = Callback['attempts'][number]

const valid = { state: 'valid', explanation: 'It matches.' } as const

const attempt = (details: Partial<Attempt>, body = ''): Attempt => ({
  seq: 1,
  n: 0,
  dueAt: '2026-11-24T12:00:00Z',
  sentAt: '2026-11-24T12:00:00Z',
  wallSentAt: '2026-11-24T12:00:00Z',
  marks: [],
  signature: valid,
  target: 'http://127.0.0.1:4000/hooks/payment',
  answer: {
    status: details.status ?? 200,
    httpVersion: '1.1',
    headers: [],
    body,
    bodyBase64: '',
    truncated: false,
  },
  ...details,
})

const remarks = (attempts: readonly Attempt[], note?: string): readonly string[] =>
  remarksOnCallback({ attempts, note, state: 'failed', marks: [], signature: valid } as unknown as Callback)

it('remarks quote the response of a merchant that refused, and explain the invalid signature of a capture', () => {
  expect(remarksOnResponse({ status: 500, text: '<h1>database is\nlocked</h1>' })).toEqual([
    'The response says: database is locked',
  ])
  expect(remarksOnResponse({ status: 200, text: 'paid' })).toEqual([])
  expect(remarksOnCapture({ signature: { state: 'invalid', explanation: 'It differs.' } })).toEqual([
    'Its signature: It differs.',
  ])
  expect(remarksOnCapture({ signature: valid })).toEqual([])
})

describe('the remarks on a callback', () => {
  it('quote what the merchant said, on one line', () => {
    const page = '<html><style>p { color: red }</style>\n<p>duplicate key\n value</p></html>'
    expect(remarks([attempt({ status: 500 }, page)])).toEqual([
      'Its signature is valid.',
      'Attempt 1, 2026-11-24 12:00:00: HTTP 500: duplicate key value',
    ])
    const [, long = ''] = remarks([attempt({ status: 400 }, 'x'.repeat(10_000))])
    expect(long).toMatch(/: HTTP 400: x{160}…$/)
  })

  it('name the response rule that decided the response', () => {
    const text = 'Response rule "down": respond with 500.'
    expect(remarks([attempt({ status: 500, responseMarks: [{ ruleId: 'r1', text }] })]).at(-1)).toMatch(
      /: HTTP 500 · Response rule "down": respond with 500\.$/,
    )
  })

  it('name the target of an attempt that got 404', () => {
    expect(remarks([attempt({ status: 404 })]).at(-1)).toMatch(
      /HTTP 404 from http:\/\/127\.0\.0\.1:4000\/hooks\/payment$/,
    )
  })

  it('do not say that nothing is sent if an attempt was made', () => {
    const once = 'Sent once, as requested: a failed attempt is not repeated.'
    expect(remarks([attempt({ status: 500 })], once)[0]).toBe(once)
    expect(remarks([], 'Dropped by a rule.')).toEqual(['Nothing is sent: Dropped by a rule.'])
  })
})

describe('the remarks on a payment', () => {
  it('name what was requested and what is missing', () => {
    const clarification = {
      requested: { avs_data: ['avs_post_code', 'avs_street_address'] },
      remaining: { avs_data: ['avs_street_address'] },
      expiresAt: '2026-11-24T12:30:00Z',
      deadlineAt: '2026-11-25T12:00:00Z',
    }
    const step = { id: 'event:3', from: 'platform', to: 'platform', kind: 'event' } as const
    const timeline = [
      {
        ...step,
        at: '2026-11-24T12:00:00Z',
        title: 'Clarification requested',
        status: 'awaiting clarification',
      },
      { ...step, at: '2026-11-24T12:01:00Z', title: 'Values received' },
    ] as const
    expect(remarksOnPayment({ clarification, timeline: [...timeline] })).toEqual([
      'Its status became "awaiting clarification" at 2026-11-24 12:00:00: Clarification requested.',
      'The platform requested avs_data.avs_post_code, avs_data.avs_street_address and is still waiting for avs_data.avs_street_address until 2026-11-24 12:30:00.',
    ])
    expect(remarksOnPayment({ timeline: [] })).toEqual([])
    expect(remarksOnPayment({ clarification: { ...clarification, remaining: {} }, timeline: [] })).toEqual([])
  })
})
