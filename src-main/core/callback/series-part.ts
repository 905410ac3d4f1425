import { wireTime } from '../clock/wire-time'
import type { Payment } from '../payment/payment'
import { toldSeries } from '../payment/series'
import type { ProjectSwitches } from '../project/project'

const DAY_MS = 86_400_000

/** `recurring` of a payment that has registered a series, or is a debit of one: id, currency and last day (contract 3.6, 12 row 1). */
export function seriesPart(payment: Payment, optional: ProjectSwitches['publicFields']) {
  const series = optional === 'mission_only' ? null : toldSeries(payment)
  if (series === null) return {}
  const { id, currency, endsAt } = series
  return {
    recurring: { id, currency, valid_thru: wireTime(endsAt - DAY_MS) },
  }
}
