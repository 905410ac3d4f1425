import { exponentOf } from './currency'

/** An amount taken apart for display: `46.50` is `{integer: '46', fraction: '50', text: '46.50'}`. */
export interface AmountText {
  /** Digits before the point, with a leading `-` for a negative amount; no grouping. */
  readonly integer: string
  /** Digits after the point; empty for currencies without any. */
  readonly fraction: string
  readonly text: string
}

/**
 * An amount in minor units as the customer reads it, by the currency's exponent (contract 3.1).
 * What is not a whole number is not an amount in minor units; it is shown as it stands.
 */
export function formatMinorUnits(amount: number, currency: string): AmountText {
  if (!Number.isSafeInteger(amount)) return { integer: String(amount), fraction: '', text: String(amount) }
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  const integer = (amount < 0 ? '-' : '') + digits.slice(0, point)
  const fraction = digits.slice(point)
  return { integer, fraction, text: fraction === '' ? integer : `${integer}.${fraction}` }
}
