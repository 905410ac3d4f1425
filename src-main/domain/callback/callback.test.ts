import { describe, expect, it } from 'vitest'
import { aCallbackPlan, START } from '#domain/testing/builders'
import { chooseTokenTarget, tokenBody, type TokenChange } from './token-body'

describe('token-body', () => {
  const aChange: TokenChange = {
    projectId: 9041,
    customerId: 'buyer-5',
    request: { id: 'request-1', action: 'tokenize', status: 'success' },
    token: '9f'.repeat(32),
    tokenStatus: 'active',
    tokenCreatedAt: START,
    card: { number: '400000******0077', month: 7, year: 2033, holder: 'NORA VALE', country: 'IE' },
  }

  describe('a token callback (contract 3.9)', () => {
    it('has its own layout', () => {
      expect(tokenBody(aChange)).toEqual({
        general: { project_id: 9041, customer_id: 'buyer-5' },
        customer: { id: 'buyer-5' },
        request: { id: 'request-1', action: 'tokenize', status: 'success' },
        token: '9f'.repeat(32),
        token_status: 'active',
        token_created_at: '2031-04-09T16:20:05+0000',
        card: {
          ...{ number: '400000******0077', exp_month: 7, exp_year: 2033, holder: 'NORA VALE' },
          ...{ country: 'IE', issuer_name: '' },
        },
      })
    })

    it('leaves out a card that is not given', () => {
      const body = tokenBody({ ...aChange, card: null, tokenStatus: 'revoke' })
      expect(body).not.toHaveProperty('card')
      expect(body['token_status']).toBe('revoke')
    })

    it('goes to the first URL that is set by the opening, a rule for all types and results, or the project', () => {
      const rules = [
        { paymentType: 'purchase', url: 'https://a.test' },
        { result: 'success' as const, url: 'https://b.test' },
        { method: 'card', url: 'https://c.test' },
      ]
      expect(chooseTokenTarget(aCallbackPlan({ rules, paymentUrl: 'https://own.test' }))).toBe(
        'https://own.test',
      )
      expect(chooseTokenTarget(aCallbackPlan({ rules }))).toBe('https://c.test')
      expect(chooseTokenTarget(aCallbackPlan({ rules: rules.slice(0, 2) }))).toBe(
        'https://shop.test/callbacks',
      )
      expect(chooseTokenTarget(aCallbackPlan({ projectUrl: null }))).toBeNull()
    })
  })
})
