import { describe, expect, it } from 'vitest'
import { anOpening } from './testing/form-client'
import { useFlowBench } from './testing/merchant-bench'
import { aGeneral } from './testing/requests'
import { exchange } from './testing/wire-client'

const { bench } = useFlowBench({ per: 'test', callbackUrl: null, switches: { explainSignatures: true } })

/** About 20 kB of names and values, so that the response comes before the search is finished. */
const LINES = Object.fromEntries(
  Array.from({ length: 400 }, (_, n) => [`line_${n}`, `value ${n} of a long basket of things`]),
)
/** A signature of the right length that no mistake produces. */
const SIGNATURE = `${'A'.repeat(86)}==`

const CUT_SHORT = 'the search was cut short'
const FINISHED = 'no two of them together, produce this signature'

const newestVerdict = async (): Promise<{ readonly id: string; readonly explanation: string }> => {
  const { items } = await bench.call('exchanges.list', { query: 'signature:invalid', limit: 1 })
  const id = items[0]?.id ?? ''
  const { signature } = await bench.call('exchanges.get', { id })
  return { id, explanation: signature.explanation }
}

const refusedSale = () =>
  exchange(`${bench.ready.platform}/v2/payment/card/sale`, {
    body: JSON.stringify({
      general: { ...aGeneral('long-1'), signature: SIGNATURE },
      card: { pan: '4000000000000077', year: 2031, month: 12, card_holder: 'A B', cvv: '123' },
      payment: { amount: 100, currency: 'EUR' },
      customer: { ip_address: '192.0.2.1', id: 'c' },
      basket: LINES,
    }),
  })

describe('the search for the mistake behind a long wrong signature', () => {
  const refusedOpening = () =>
    exchange(`${bench.ready.platform}/payment`, {
      headers: { Accept: 'application/json' },
      body: JSON.stringify({ ...anOpening('long-2'), ...LINES, signature: SIGNATURE }),
    })

  it.each([
    ['API', refusedSale],
    ['form', refusedOpening],
  ])('finishes after the %s has responded, and its result is in the verdict', async (_, send) => {
    const response = await send()
    expect(response.status).toBe(400)
    expect(response.text).toContain(CUT_SHORT)
    await expect
      .poll(async () => (await newestVerdict()).explanation, { timeout: 20_000, interval: 50 })
      .toContain(FINISHED)
    expect((await newestVerdict()).explanation).not.toContain(CUT_SHORT)
  })

  it('does not delay other requests, and ends when Paybench closes', async () => {
    await refusedSale()
    await refusedSale()
    // Each gets its response during a search that takes longer than all of them.
    for (let n = 0; n < 20; n += 1) await bench.call('bench.info', {})
    const { explanation } = await newestVerdict()
    expect(explanation).toContain(CUT_SHORT)
  })
})
