import { describe, expect, it } from 'vitest'
import type { TrafficDetail } from '#protocol/traffic'
import { draftOf, keptResend, paramsOf, readKeptResend, type ResendDraft } from './resend-draft'
import { TEST_CARDS } from '#domain/provider/test-cards'

const detail = {
  id: 'ex_1',
  source: 'api',
  method: 'POST',
  path: '/v2/payment/status',
  headers: [
    ['Host', 'localhost'],
    ['X-Odd', ' two  spaces'],
    ['X-Empty', ''],
  ],
  body: '{}',
  masked: [],
} as unknown as TrafficDetail

describe('resending a request', () => {
  it('passes on only what was edited', () => {
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

  it('keeps unedited headers as they were', () => {
    const { headers } = draftOf(detail)
    expect(paramsOf(detail, { ...draftOf(detail), headers: `${headers}\nA: b` }, true)).toMatchObject({
      edits: { headers: [...detail.headers, ['A', 'b']] },
    })
  })

  it('accepts a card number with spaces, and sends an imported request to the platform', () => {
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

const ORIGINAL: ResendDraft = {
  method: 'POST',
  path: '/v2/payment/card/sale',
  headers: 'Host: localhost',
  body: '{"card":{"pan":"400000******0077","cvv":"***"},"payment":{"amount":100}}',
  signing: 'keep',
  cardNumber: '',
  cvv: '',
  to: '',
}
const keep = (change: Partial<ResendDraft>): string => keptResend({ ...ORIGINAL, ...change }, ORIGINAL) ?? ''

const groupDigits = (number: string, by: string): string => number.match(/\d{1,4}/g)?.join(by) ?? ''

describe('the unsent draft of a request', () => {
  it('is stored with all its parts, or not at all if nothing was edited', () => {
    const change = { body: '{"a":[1,', headers: 'A: b', signing: 'resign', path: '/x?y=1' } as const
    expect(readKeptResend(keep(change))).toEqual({ draft: { ...ORIGINAL, ...change }, cardLeftOut: false })
    expect(keptResend(ORIGINAL, ORIGINAL)).toBeNull()
    expect(keptResend({ ...ORIGINAL, cardNumber: '4000000000000077', cvv: '123' }, ORIGINAL)).toBeNull()
  })

  it('is stored without the card fields and without card numbers elsewhere, however they are written', () => {
    for (const { number } of TEST_CARDS) {
      const typed = {
        cardNumber: number,
        cvv: '123',
        body: `{"card":{"pan":"${number}","cvv":"123"},"note":"${groupDigits(number, ' ')}"}`,
        headers: `X-Card: ${number}`,
        path: `/x?card=${number}&cvv=123`,
      }
      const data = keep(typed)
      for (const form of [number, groupDigits(number, ' '), groupDigits(number, '-')])
        expect(data).not.toContain(form)
      expect(data).not.toMatch(/cvv\W{1,6}\d/i)
      expect(readKeptResend(data)).toMatchObject({ draft: { cardNumber: '', cvv: '' }, cardLeftOut: true })
    }
  })

  it.each([
    '{"card":{"pan":"40000000000',
    '{"card": {"pan" : "4000 0000 0000 007", "cvv": 12}}',
    'pan=400000000000007&cvv=12',
    'pan%3D400000000000007',
  ])('is stored with half-typed card data masked: %s', (body) => {
    const { draft, cardLeftOut } = readKeptResend(keep({ body })) ?? {}
    expect(draft?.body.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(10)
    expect(draft?.body).not.toMatch(/cvv.*\d/)
    expect(cardLeftOut).toBe(true)
  })

  it('is stored with the readable digits of masked numbers, and with other numbers', () => {
    const body = ORIGINAL.body.replace('100', '2750').replace('{', '{"timespan": 12, "phone":"353861234567",')
    expect(readKeptResend(keep({ body }))?.draft.body).toBe(body)
  })

  it.each(['', '{', '[]', '{"method":"POST"}'])('is ignored if its text is unreadable: "%s"', (data) => {
    expect(readKeptResend(data)).toBeNull()
  })
})
