import { CLARIFICATION_WAIT_MS } from '#domain/clarification/timers'
import { MINUTE_MS } from '#lib/time/time'
import { useVirtualNow } from '#window/state/clock'
import { formatCountdown, parseTime } from '#window/lib/time'

export const SOON_MS = 5 * MINUTE_MS

/** The time left to wait for the merchant, with a bar below it that drains. */
export function TimeLeft({ expiresAt }: { readonly expiresAt: string }) {
  const left = parseTime(expiresAt) - useVirtualNow()
  const isSoon = left < SOON_MS
  const percent = Math.min(100, (100 * Math.max(0, left)) / CLARIFICATION_WAIT_MS)
  return (
    <span className={isSoon ? 'time-left soon' : 'time-left'}>
      {formatCountdown(left)}
      {isSoon ? <span className="sr"> left, almost over</span> : null}
      <i style={{ width: `${percent.toString()}%` }} />
    </span>
  )
}
