import { wholeNumber } from '../api/rules'
import { expiresAt } from '../card/expiry'
import type { Refusal } from './commands'
import type { Payment, SeriesDebit, SeriesType } from './payment'
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

/** Who causes the debits of a series by `type` of `recurring`; the merchant where nothing is said (contract 13.1). */
export function givenSeriesType({ type }: Readonly<Record<string, unknown>>): SeriesType {
  return type === 'C' || type === 'R' ? type : 'U'
}

/** A series that there is: the payment that registers it has succeeded. */
export interface RegisteredSeries extends SeriesDebit {
  readonly type: SeriesType
  /** First moment at which its card can be charged no more, epoch milliseconds. */
  readonly cardEndsAt: number
}

/** The series that the payment has registered; null: it registered none, or its first operation has not succeeded. */
export function registeredSeries(payment: Payment): RegisteredSeries | null {
  const { series, account, real } = payment
  if (series === undefined || firstOperation(payment).status !== 'success') return null
  const cardEndsAt = expiresAt({ month: Number(account?.expiryMonth), year: Number(account?.expiryYear) })
  if (Number.isNaN(cardEndsAt)) return null
  const { id, endsAt, type = 'U' } = series
  return { id, type, currency: real.currency, endsAt: endsAt ?? cardEndsAt, cardEndsAt }
}

/** What callbacks and answers say of a series: of the one that the payment has registered, or that it is a debit of (contract 12 row 1). */
export function toldSeries(payment: Payment): SeriesDebit | null {
  return payment.debitOf ?? registeredSeries(payment)
}

/** A series that can be charged, or why it cannot. */
export type CheckedDebit =
  | { readonly ok: true; readonly registration: Payment; readonly series: RegisteredSeries }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * Whether a series can be charged at the request of merchant or tester (contract 13.1). `registration`: the payment that
 * registers it, or null where the project has none with that id. `customerId`: who is said to pay. Epoch milliseconds.
 */
export function checkDebit(registration: Payment | null, customerId: string, now: number): CheckedDebit {
  const refuse = (code: string, message: string): CheckedDebit => ({
    ok: false,
    refusal: { code, field: 'recurring.id', constraint: 'state', message },
  })
  const series = registration === null ? null : registeredSeries(registration)
  if (registration === null || series === null) {
    return refuse(
      '3181',
      'The project has no series with this id, or the payment that registers it has not succeeded.',
    )
  }
  if (registration.customer.id !== customerId) {
    return refuse(
      '3181',
      'The series is of another customer; send the customer.id with which it was registered.',
    )
  }
  if (series.type === 'R') {
    return refuse('3182', 'The series is scheduled (type R): its payments come by themselves.')
  }
  if (series.cardEndsAt <= now) {
    return refuse('3183', 'The card of the series has expired; register a new series with another card.')
  }
  if (series.endsAt <= now) {
    return refuse('3301', `The series ended at ${new Date(series.endsAt).toISOString()}; register a new one.`)
  }
  return { ok: true, registration, series }
}
