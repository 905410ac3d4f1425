import type { FlowBench } from './flow-bench'
import { aSale, CARDS, DAY, HOUR, merchantOf, MINUTE } from './requests'
import type { SeededRandom } from '#domain/testing/seeded'

/**
 * Takes random steps with a bench: sales that succeed and fail, clarifications answered in full, in part and not at
 * all, refunds, captures, refused requests, external messages to the capture server, switches, and passing time.
 */
export async function liveThrough(bench: FlowBench, chance: SeededRandom, steps: number): Promise<void> {
  const merchant = merchantOf(bench)
  const ids: string[] = []
  const anyId = (): string => (ids.length === 0 ? 'nobody' : chance.pick(ids))
  const odd = ['', ' ', 'ü–😀', 'quote"\\', "'); DROP TABLE payments;--", '\u0000', '__proto__'] as const

  for (let step = 0; step < steps; step += 1) {
    switch (chance.below(11)) {
      case 0:
      case 1:
      case 2: {
        const paymentId = `order-${String(step)}${chance.pick(odd)}`
        ids.push(paymentId)
        await merchant.sale(paymentId, {
          pan: chance.pick(Object.values(CARDS)),
          payment: {
            amount: 100 + chance.below(90_000),
            currency: chance.pick(['EUR', 'USD', 'JPY', 'BHD']),
          },
          customer: { id: `buyer ${chance.pick(odd)}x`, ip_address: '203.0.113.9' },
        })
        break
      }
      case 3: {
        const paymentId = `hold-${String(step)}`
        ids.push(paymentId)
        await merchant.auth(paymentId)
        break
      }
      case 4:
        await merchant.clarify(anyId(), { avs_data: { avs_post_code: 'H91', avs_street_address: '14' } })
        break
      case 5:
        await merchant.clarify(anyId(), chance.pick([{}, { avs_data: { avs_post_code: 'H91' } }]))
        break
      case 6:
        await merchant.followUp(chance.pick(['capture', 'cancel', 'refund']), anyId(), {
          description: 'Back',
        })
        break
      case 7:
        await bench.post('/v2/payment/card/sale', { ...aSale('half'), card: { pan: '4111', cvv: '999' } })
        break
      case 8:
        await fetch(
          `${bench.ready.merchant}/hooks/${String(step)}?x=${encodeURIComponent(chance.pick(odd))}`,
          {
            method: 'POST',
            body: Buffer.from(Array.from({ length: chance.below(3000) }, () => chance.below(256))),
          },
        )
        break
      case 9:
        await bench.switches({ verifyCallbackCertificate: chance.below(2) === 0, holdTimeMs: DAY })
        break
      default:
        await bench.advance(chance.pick([0, MINUTE, HOUR, DAY]))
    }
  }
  await bench.settle()
}
