import type { ClockView } from '#protocol/bench'

/**
 * Virtual milliseconds since 1970, `elapsedMs` real milliseconds after the view was taken.
 * A frozen clock stands still; during an advance it is the time that the advance has reached.
 */
export function virtualNow(view: ClockView, elapsedMs: number): number {
  if (view.advancing !== undefined) return Date.parse(view.advancing.at)
  const rate = view.mode === 'frozen' ? 0 : view.rate
  return Date.parse(view.now) + Math.max(0, elapsedMs) * rate
}
