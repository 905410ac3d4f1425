import { wireTime } from '../clock/wire-time'
import type { Payment } from '../payment/payment'
import { registeredSeries } from '../payment/series'
import type { ProjectSwitches } from '../project/project'

const DAY_MS = 86_400_000

/** `recurring` of a payment that has registered a series: its id, currency and last day (contract 3.6, 12 row 1). */
export function seriesPart(payment: Payment, optional: ProjectSwitches['publicFields']) {
  const series = optional === 'mission_only' ? null : registeredSeries(payment)
  if (series === null) return {}
  const { id, endsAt } = series
  return {
    recurring: { id, currency: payment.real.currency, valid_thru: wireTime(endsAt - DAY_MS) },
  }
}
