import { cardNumber } from '#scenarios/vocabulary/cards'
import { readAmount, type Amount } from '#scenarios/vocabulary/units'
import { StepFailure } from '#scenarios/running/result'
import type { Members } from '#lib/json/record'

/**
 * Reads an amount in minor units.
 * @throws StepFailure where the text is not one once its variables are known
 */
export function sumOf(text: string): Amount {
  const sum = readAmount(text)
  if (sum !== null) return sum
  throw new StepFailure(
    `${text} is not an amount. Write it like 46.50 EUR, with the decimals of its currency.`,
  )
}

interface BeginArgs {
  readonly amount: string
  readonly card?: string | undefined
  readonly customer?: Members | undefined
}

/**
 * What a sale or auth sends besides `general`, before the edits of the scenario.
 * @throws StepFailure where `amount` is not an amount
 */
export function beginningBody({ amount, card, customer }: BeginArgs) {
  return {
    card: {
      pan: cardNumber(card ?? 'success'),
      year: 2035,
      month: 7,
      cvv: '123',
      card_holder: 'NORA VALE',
    },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9', ...customer },
    payment: sumOf(amount),
  }
}

interface LaterArgs {
  readonly amount?: string | undefined
  readonly description?: string | undefined
  readonly refund_id?: string | undefined
  readonly avs_data?: Members | undefined
  readonly customer?: Members | undefined
  readonly account?: Members | undefined
  readonly data?: Members | undefined
}

/**
 * What a later request about a payment sends besides `general`, before the edits of the scenario.
 * @throws StepFailure where `amount` is not an amount
 */
export function laterContent(verb: string, args: LaterArgs): Members {
  if (verb === 'status') return {}
  if (verb === 'clarify') {
    const { avs_data, customer, account, data } = args
    const given = Object.entries({ avs_data, customer, account }).filter(([, value]) => value !== undefined)
    return { additional_data: { ...Object.fromEntries(given), ...data } }
  }
  const amount = args.amount === undefined ? undefined : sumOf(args.amount)
  const refund = {
    description: args.description ?? 'Refund',
    ...(args.refund_id === undefined ? {} : { merchant_refund_id: args.refund_id }),
  }
  if (verb === 'refund') return { payment: { ...amount, ...refund } }
  return amount === undefined ? {} : { payment: amount }
}
