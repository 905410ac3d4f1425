import type { ClockView } from '#protocol/bench'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { formatOffset, parseTime } from '#window/lib/time'

/** Speeds with a button of their own. */
export const QUICK_RATES = [10, 60, 3600] as const

const RATE_NOTES: Readonly<Record<number, string>> = { 60: '1 min a second', 3600: '1 h a second' }

export function rateNote(rate: number): string {
  return RATE_NOTES[rate] ?? ''
}

/** How far the clock is from real time. Only for a live clock: for the others the offset changes all the time. */
export function offsetOf({ mode, now, wallNow }: Pick<ClockView, 'mode' | 'now' | 'wallNow'>): string {
  return mode === 'live' ? formatOffset(parseTime(now) - parseTime(wallNow)) : ''
}

/** The label of the clock button. */
export function modeText(clock: Pick<ClockView, 'mode' | 'rate' | 'now' | 'wallNow'>): string {
  switch (clock.mode) {
    case 'live':
      return `Live ${offsetOf(clock)}`.trimEnd()
    case 'frozen':
      return 'Frozen'
    case 'scaled':
      return `×${clock.rate}`
  }
}

export function modeIcon(mode: ClockView['mode']): IconName {
  switch (mode) {
    case 'live':
      return 'state-scheduled'
    case 'frozen':
      return 'state-held'
    case 'scaled':
      return 'next'
  }
}

/** Share of an advance that is done, 0 to 1. */
export function advanceShare(advancing: NonNullable<ClockView['advancing']>): number {
  const from = Date.parse(advancing.from)
  const whole = Date.parse(advancing.to) - from
  return whole <= 0 ? 1 : Math.min(1, Math.max(0, (Date.parse(advancing.at) - from) / whole))
}

/** Reads a speed: `60`, `x60`, `×1.5`. Null if the clock does not accept it. */
export function parseRate(text: string): number | null {
  const match = /^[x×]?\s*(\d+(?:\.\d+)?)$/i.exec(text.trim())
  const rate = match === null ? Number.NaN : Number(match[1])
  return rate > 0 && rate <= 1_000_000 ? rate : null
}
