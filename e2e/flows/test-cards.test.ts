import { describe, expect, it } from 'vitest'
import { AVS_ANSWER, callbacksOf, CARDS } from './testing/requests'
import type { JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

const { bench, merchant, shop } = useMerchantBench({ per: 'file' })

const lastResult = (paymentId: string): JsonRecord =>
  merchant.received.filter((one) => one.paymentId === paymentId && 'operation' in one.json).at(-1)?.json ?? {}

const CUSTOMER = {
  email: 'nora@vale.test',
  first_name: 'Nora',
  last_name: 'Vale',
  day_of_birth: '24-05-1988',
  billing: { address: '14 Long Walk', city: 'Galway', country: 'IE', postal: 'H91' },
}

describe('automatic clarifications', () => {
  it('do not request values that the sale contained, even with spaces around them, nor a region code that came with its country', async () => {
    await bench.switches({
      outcome: { mode: 'clarify', fields: { customer: ['billing.region_code', 'billing.city'] } },
    })
    const billing = { country: ' IE ', region_code: 'D', city: ' Galway ' }
    await shop.sold('supplied', { customer: { id: 'b', ip_address: '203.0.113.9', billing } })
    await bench.switches({ outcome: { mode: 'card' } })
    expect(lastResult('supplied')).toMatchObject({ payment: { status: 'success' }, country: 'IE' })
  })

  it('do not request data that the sale contained', async () => {
    await shop.sold('known-all', { pan: CARDS.avs, ...AVS_ANSWER })
    expect((await callbacksOf(bench, 'known-all')).map(({ kind }) => kind)).toEqual(['result'])

    const { billing, ...withoutBilling } = CUSTOMER
    const customer = {
      id: 'b',
      ip_address: '203.0.113.9',
      ...withoutBilling,
      billing: { city: billing.city },
    }
    await shop.sale('known-half', { pan: CARDS.eightNames, customer })
    expect((await shop.status('known-half')).json['clarification_fields']).toEqual({
      customer: ['billing.address', 'billing.country', 'billing.postal'],
    })
  })
})
