import { useVirtualNow } from '../state/clock'
import { formatClockMs, formatDayAndClock, parseTime } from '../ui/time'

/** The clock on the same virtual day, else with the day. */
export function RowTime({ at }: { readonly at: string }) {
  const today = new Date(useVirtualNow(60_000)).toISOString().slice(0, 10) === at.slice(0, 10)
  return today ? (
    formatClockMs(parseTime(at))
  ) : (
    <span className="other-day">{formatDayAndClock(parseTime(at))}</span>
  )
}
