import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { keptResend, readKeptResend } from './kept-resend'
import type { ResendDraft } from './resend-draft'

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
const kept = (change: Partial<ResendDraft>): string => keptResend({ ...ORIGINAL, ...change }, ORIGINAL) ?? ''

const grouped = (number: string, by: string): string => number.match(/\d{1,4}/g)?.join(by) ?? ''

describe('a request that is edited and not sent yet', () => {
  it('is kept part by part, and not at all where nothing was edited', () => {
    const change = { body: '{"a":[1,', headers: 'A: b', signing: 'resign', path: '/x?y=1' } as const
    expect(readKeptResend(kept(change))).toEqual({ draft: { ...ORIGINAL, ...change }, cardLeftOut: false })
    expect(keptResend(ORIGINAL, ORIGINAL)).toBeNull()
    expect(keptResend({ ...ORIGINAL, cardNumber: '4000000000000077', cvv: '123' }, ORIGINAL)).toBeNull()
  })

  it('keeps neither the fields for the card nor a card number anywhere else, however it is written', () => {
    for (const { number } of TEST_CARDS) {
      const typed = {
        cardNumber: number,
        cvv: '123',
        body: `{"card":{"pan":"${number}","cvv":"123"},"note":"${grouped(number, ' ')}"}`,
        headers: `X-Card: ${number}`,
        path: `/x?card=${number}&cvv=123`,
      }
      const data = kept(typed)
      for (const form of [number, grouped(number, ' '), grouped(number, '-')])
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
  ])('keeps nothing of a number that is half typed: %s', (body) => {
    const { draft, cardLeftOut } = readKeptResend(kept({ body })) ?? {}
    expect(draft?.body.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(10)
    expect(draft?.body).not.toMatch(/cvv.*\d/)
    expect(cardLeftOut).toBe(true)
  })

  it('leaves readable digits of masked numbers, and other numbers', () => {
    const body = ORIGINAL.body.replace('100', '2750').replace('{', '{"timespan": 12, "phone":"353861234567",')
    expect(readKeptResend(kept({ body }))?.draft.body).toBe(body)
  })

  it.each(['', '{', '[]', '{"method":"POST"}'])('ignores what cannot be read: %s', (data) => {
    expect(readKeptResend(data)).toBeNull()
  })
})
