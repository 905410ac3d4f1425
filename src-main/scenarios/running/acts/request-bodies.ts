import { cardNumber } from '../../vocabulary/cards'
import { readAmount } from '../../vocabulary/units'
import { StepFailure } from '../result'

type Members = Readonly<Record<string, unknown>>

/** @throws StepFailure for what is not an amount once its variables are known */
function amountOf(text: string | undefined): Members | undefined {
  if (text === undefined) return undefined
  const amount = readAmount(text)
  if (amount === null)
    throw new StepFailure(
      `${text} is not an amount. Write it like 46.50 EUR, with the decimals of its currency.`,
    )
  return { ...amount }
}

interface BeginArgs {
  readonly amount: string
  readonly card?: string | undefined
  readonly customer?: Members | undefined
}

/** What a sale or auth sends besides `general`, unless the scenario says otherwise. */
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
    payment: amountOf(amount),
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

/** What a later request about a payment sends besides `general`. */
export function laterContent(verb: string, args: LaterArgs): Members {
  if (verb === 'status') return {}
  if (verb === 'clarify') {
    const { avs_data, customer, account, data } = args
    const given = Object.entries({ avs_data, customer, account }).filter(([, value]) => value !== undefined)
    return { additional_data: { ...Object.fromEntries(given), ...data } }
  }
  const amount = amountOf(args.amount)
  const refund = {
    description: args.description ?? 'Refund',
    ...(args.refund_id === undefined ? {} : { merchant_refund_id: args.refund_id }),
  }
  if (verb === 'refund') return { payment: { ...amount, ...refund } }
  return amount === undefined ? {} : { payment: amount }
}
