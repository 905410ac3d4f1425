import { describe, expect, it } from 'vitest'
import type { TrafficDetail } from '#protocol/traffic'
import { draftOf, paramsOf } from './resend-draft'

const detail: TrafficDetail = {
  id: 'ex_1',
  source: 'api',
  receivedAt: '2031-04-09T16:20:05.000Z',
  wallReceivedAt: '2031-04-09T16:20:05.000Z',
  secure: false,
  method: 'POST',
  path: '/v2/payment/status',
  httpVersion: '1.1',
  sizeBytes: 2,
  marks: [],
  headers: [
    ['Host', 'localhost'],
    ['X-Odd', ' two  spaces'],
    ['X-Empty', ''],
  ],
  body: '{}',
  bodyBase64: 'e30=',
  masked: [],
  signature: { state: 'missing', explanation: '' },
  reply: null,
  replays: [],
}

describe('a request that is edited', () => {
  it('sends only what was changed', () => {
    const draft = draftOf(detail)
    expect(paramsOf(detail, draft, true)).toEqual({ id: 'ex_1', signing: 'keep' })
    expect(paramsOf(detail, { ...draft, body: '[]', signing: 'resign' }, true)).toEqual({
      id: 'ex_1',
      signing: 'resign',
      edits: { body: '[]' },
    })
    expect(paramsOf(detail, { ...draft, headers: 'A: b' }, true)).toMatchObject({
      edits: { headers: [['A', 'b']] },
    })
  })

  it('keeps every header as it was', () => {
    const { headers } = draftOf(detail)
    expect(paramsOf(detail, { ...draftOf(detail), headers: `${headers}\nA: b` }, true)).toMatchObject({
      edits: { headers: [...detail.headers, ['A', 'b']] },
    })
  })

  it('names the line of the headers that it cannot read', () => {
    expect(paramsOf(detail, { ...draftOf(detail), headers: 'A: b\n\nno colon' }, true)).toMatchObject({
      field: 'headers',
      message: expect.stringContaining('Header line 3 '),
    })
    expect(paramsOf(detail, { ...draftOf(detail), headers: ': x' }, true)).toMatchObject({ field: 'headers' })
  })

  it('takes a card with spaces, and says where an imported request goes', () => {
    const imported = { ...detail, source: 'imported' as const }
    const draft = { ...draftOf(imported), cardNumber: '4556 7375-8689 9855', cvv: '123' }
    expect(paramsOf(imported, draft, false)).toEqual({
      id: 'ex_1',
      signing: 'keep',
      card: { number: '4556737586899855', cvv: '123' },
      to: 'platform',
    })
  })
})
