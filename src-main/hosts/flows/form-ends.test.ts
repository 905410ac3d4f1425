import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFlowBench, type FlowBench } from './testing/flow-bench'
import { anOpening, openForm } from './testing/form-client'
import { openMerchant, type TestMerchant } from './testing/merchant'

const PARTIAL_CARD = '5126160000356675'

let merchant: TestMerchant
let bench: FlowBench

beforeEach(async () => {
  merchant = await openMerchant()
  bench = await openFlowBench({ callbackUrl: merchant.url })
})
afterEach(async () => {
  await bench.close()
  await merchant.close()
})

describe('the end of a payment on the form', () => {
  it('tells of a partial approval what was paid, and of how much', async () => {
    await bench.switches({ partialApproval: true })
    const form = await openForm(bench, anOpening('Part-1', { payment_amount: 15000 }))
    await form.confirm({ pan: PARTIAL_CARD })
    await bench.settle()
    await form.poll()
    expect(form.shown.messages.at(-1)?.data).toMatchObject({ sum_real: { amount: 12000 } })
    expect(form.shown.html).toContain('Paid 120.00\u00a0EUR')
    expect(form.shown.html).toContain('a part of 150.00\u00a0EUR')
  })
})
