import { registeredSeries } from './series'
import { firstOperation, type Payment, type SeriesSchedule } from './payment'
import { DAY_MS } from '#lib/time/time'

const MONTHS = { M: 1, Q: 3, Y: 12 } as const

/** Due time of the next scheduled debit, epoch ms; null if none is due before the series or the card ends (13.1). */
export function nextDebitAt(payment: Payment): number | null {
  const schedule = payment.series?.schedule
  if (schedule === undefined || payment.series?.isCanceled === true) return null
  const series = registeredSeries(payment)
  if (series === null) return null
  const from = schedule.from ?? firstOperation(payment).updatedAt
  const dueAt = debitAt(schedule, from, schedule.since + 1)
  return dueAt < Math.min(series.endsAt, series.cardEndsAt) ? dueAt : null
}

/** Due time of the n-th payment since `from`, epoch milliseconds. In a month without that day, it is the last day. */
function debitAt(
  { period, interval, time }: Pick<SeriesSchedule, 'period' | 'interval' | 'time'>,
  from: number,
  n: number,
): number {
  const start = new Date(from)
  const timeOfDay = time === null ? from % DAY_MS : secondsOf(time) * 1000
  if (period === 'D' || period === 'W') {
    const days = (period === 'W' ? 7 : 1) * interval * n
    return from - (from % DAY_MS) + days * DAY_MS + timeOfDay
  }
  const month = start.getUTCMonth() + MONTHS[period] * interval * n
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay)) + timeOfDay
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}
