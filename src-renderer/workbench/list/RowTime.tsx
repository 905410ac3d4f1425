import { useVirtualNow } from '#window/state/clock'
import { formatClockMs, formatOtherDay, parseTime } from '#window/lib/time'

const CLOCK_CHARS = '00:00:00'.length

/** The clock on the same virtual day, else with the day, in another year with the year. A list that is short of room may leave the milliseconds out. */
export function RowTime({ at }: { readonly at: string }) {
  const now = useVirtualNow(60_000)
  const today = new Date(now).toISOString().slice(0, 10) === at.slice(0, 10)
  const clock = formatClockMs(parseTime(at))
  return today ? (
    <>
      {clock.slice(0, CLOCK_CHARS)}
      <span className="ms">{clock.slice(CLOCK_CHARS)}</span>
    </>
  ) : (
    <span className="other-day">{formatOtherDay(parseTime(at), now)}</span>
  )
}
