import { DAY_MS, wireTime } from '#lib/time/time'
import type { Payment } from '#domain/payment/payment'
import { registeredSeries, reportedSeries } from '#domain/payment/series'
import type { ProjectSwitches } from '#domain/project/project'

/** `recurring` of a changed or cancelled series, and of the response about one (contract 3.9, 13.1); without a schedule, period and time are empty. */
export function seriesDetails(registration: Payment) {
  const series = registeredSeries(registration)
  if (series === null) return {}
  const { id, type, currency, endsAt } = series
  const { isCanceled, schedule } = registration.series ?? {}
  const lastDay = new Date(endsAt - DAY_MS)
  return {
    recurring: {
      id,
      status: isCanceled === true ? 'canceled' : 'active',
      type,
      currency,
      exp_year: lastDay.getUTCFullYear(),
      exp_month: lastDay.getUTCMonth() + 1,
      period: schedule?.period ?? '',
      time: schedule?.time ?? '',
      ...(schedule === undefined ? {} : { amount: schedule.amount, interval: schedule.interval }),
    },
  }
}

/** `recurring` of a payment that has registered a series, or is a debit of one: id, currency and last day (contract 3.6, 12 row 1). */
export function seriesPart(payment: Payment, optional: ProjectSwitches['publicFields']) {
  const series = optional === 'mission_only' ? null : reportedSeries(payment)
  if (series === null) return {}
  const { id, currency, endsAt } = series
  return {
    recurring: { id, currency, valid_thru: wireTime(endsAt - DAY_MS) },
  }
}
