import { ownMember } from '#lib/own-member'
import { type FieldError, fieldError } from '#domain/api/errors'
import { wholeNumber } from '#domain/api/rules'
import { expiresAt } from '#domain/card/card-number'
import { present } from '#lib/members'
import { DAY_MS } from '#lib/time/time'
import {
  firstOperation,
  type Payment,
  type Series,
  type SeriesDebit,
  type SeriesSchedule,
  type SeriesType,
} from './payment'

/** The end given by the expiry parts of `recurring`; null if year or month is missing or a part is out of range. */
export function givenSeriesEnd(recurring: Readonly<Record<string, unknown>>): number | null {
  const part = (name: string): number | null => wholeNumber(ownMember(recurring, name))
  const year = part('expiry_year')
  const month = part('expiry_month')
  if (year === null || month === null || year < 2020 || year > 9998 || month < 1 || month > 12) return null
  const monthEnds = expiresAt({ year, month })
  const day = part('expiry_day')
  if (day === null) return monthEnds
  const dayEnds = Date.UTC(year, month - 1, day + 1)
  return day >= 1 && dayEnds <= monthEnds ? dayEnds : null
}

/** The `type` in `recurring`; by default `U`: the merchant starts the debits (contract 13.1). */
function givenSeriesType({ type }: Readonly<Record<string, unknown>>): SeriesType {
  return type === 'C' || type === 'R' ? type : 'U'
}

const PERIODS = ['D', 'W', 'M', 'Q', 'Y'] as const

/** The series that a payment of this amount registers with checked members of `recurring` (contract 13.1). */
export function newSeries(id: number, recurring: Readonly<Record<string, unknown>>, amount: number): Series {
  const schedule = givenSchedule(recurring, amount)
  return {
    id,
    endsAt: givenSeriesEnd(recurring),
    type: givenSeriesType(recurring),
    ...(schedule === undefined ? {} : { schedule }),
  }
}

/** The schedule of a series of type `R`: by default, the amount once a month (contract 13.1). Undefined for others. */
function givenSchedule(
  recurring: Readonly<Record<string, unknown>>,
  amount: number,
): SeriesSchedule | undefined {
  if (givenSeriesType(recurring) !== 'R') return undefined
  const monthly = { amount, period: 'M', interval: 1, time: null, from: null, since: 0, made: 0 } as const
  return { ...monthly, ...scheduleChangeOf(recurring) }
}

/** Applies checked members of `recurring` to a schedule. A new rhythm counts from `now`. */
export function changedSchedule(
  schedule: SeriesSchedule,
  recurring: Readonly<Record<string, unknown>>,
  now: number,
): SeriesSchedule {
  const { amount, ...rhythm } = scheduleChangeOf(recurring)
  const withAmount = { ...schedule, ...(amount === undefined ? {} : { amount }) }
  return Object.keys(rhythm).length === 0 ? withAmount : { ...withAmount, ...rhythm, from: now, since: 0 }
}

const scheduleChangeOf = ({ amount, period, interval, time }: Readonly<Record<string, unknown>>) =>
  present({
    amount: wholeNumber(amount),
    period: PERIODS.find((one) => one === period),
    interval: wholeNumber(interval),
    time: typeof time === 'string' ? time : null,
  })

/** A series whose registering payment has succeeded. */
export interface RegisteredSeries extends SeriesDebit {
  readonly type: SeriesType
  readonly cardEndsAt: number
}

/** How long the series of a method other than a card can be charged, because nothing of it expires (contract 16.8). */
const METHOD_SERIES_MS = 5 * 365 * DAY_MS

/** Null if the payment registers no series, has not succeeded, or has no card expiry. */
export function registeredSeries(payment: Payment): RegisteredSeries | null {
  const { series, account, real, methodPath, createdAt } = payment
  if (series === undefined || firstOperation(payment).status !== 'success') return null
  const cardEndsAt =
    methodPath === undefined
      ? expiresAt({ month: Number(account?.expiryMonth), year: Number(account?.expiryYear) })
      : createdAt - (createdAt % DAY_MS) + METHOD_SERIES_MS
  if (Number.isNaN(cardEndsAt)) return null
  const { id, endsAt, type = 'U' } = series
  return { id, type, currency: real.currency, endsAt: endsAt ?? cardEndsAt, cardEndsAt }
}

/** For callbacks and responses: the series that the payment registered or is a debit of (contract 12 row 1). */
export function reportedSeries(payment: Payment): SeriesDebit | null {
  return payment.debitOf ?? registeredSeries(payment)
}

/** A series that can be charged, or why it cannot. */
export type CheckedDebit =
  | { readonly ok: true; readonly registration: Payment; readonly series: RegisteredSeries }
  | { readonly ok: false; readonly refusal: FieldError }

/**
 * Whether this payer's series can be charged (contract 13.1). `registration`: its first payment. `customerId`: empty if
 * the method has none (contract 16.8). `now`: epoch ms.
 */
export function checkDebit(registration: Payment | null, customerId: string, now: number): CheckedDebit {
  const refuse = (code: string, message: string): CheckedDebit => ({
    ok: false,
    refusal: fieldError(code, 'recurring.id', 'state', message),
  })
  const series = registration === null ? null : registeredSeries(registration)
  if (registration === null || series === null) {
    return refuse(
      '3181',
      'The project has no series with this id, or the payment that registers it has not succeeded.',
    )
  }
  if (customerId !== '' && registration.customer.id !== customerId) {
    return refuse(
      '3181',
      'The series belongs to another customer; send the customer.id with which it was registered.',
    )
  }
  if (series.type === 'R') {
    return refuse('3182', 'The series is scheduled (type R): the platform starts its payments.')
  }
  if (registration.series?.isCanceled === true) {
    return refuse('3184', 'The series is cancelled; register a new one.')
  }
  if (series.cardEndsAt <= now) {
    return refuse('3183', 'The card of the series has expired; register a new series with another card.')
  }
  if (series.endsAt <= now) {
    return refuse('3301', `The series ended at ${new Date(series.endsAt).toISOString()}; register a new one.`)
  }
  return { ok: true, registration, series }
}
