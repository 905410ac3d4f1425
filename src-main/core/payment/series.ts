import { wholeNumber } from '../api/rules'
import { expiresAt } from '../card/expiry'
import type { Payment, Series } from './payment'
import { firstOperation } from './payment'

/** The end of a series in the expiry parts of `recurring`; null where no year and month are given, or none that are. */
export function givenSeriesEnd(recurring: Readonly<Record<string, unknown>>): number | null {
  const part = (name: string): number | null =>
    Object.hasOwn(recurring, name) ? wholeNumber(recurring[name]) : null
  const year = part('expiry_year')
  const month = part('expiry_month')
  if (year === null || month === null || year < 2020 || year > 9998 || month < 1 || month > 12) return null
  const monthEnds = expiresAt({ year, month })
  const day = part('expiry_day')
  if (day === null) return monthEnds
  const dayEnds = Date.UTC(year, month - 1, day + 1)
  return day >= 1 && dayEnds <= monthEnds ? dayEnds : null
}

/** When a series ends that the payment has registered; null: it registered none, or its first operation has not succeeded. */
export function registeredSeries(payment: Payment): (Series & { readonly endsAt: number }) | null {
  const { series, account } = payment
  if (series === undefined || firstOperation(payment).status !== 'success') return null
  const endsAt =
    series.endsAt ?? expiresAt({ month: Number(account?.expiryMonth), year: Number(account?.expiryYear) })
  return Number.isNaN(endsAt) ? null : { ...series, endsAt }
}
