import type { ClockView } from '../../../src-main/contract/clock'
import type { IconName } from '../ui/icon-paths'

/** Speeds that are one press away. */
export const QUICK_RATES = [10, 60, 3600] as const

const RATE_NOTES: Readonly<Record<number, string>> = { 60: '1 min a second', 3600: '1 h a second' }

export function rateNote(rate: number): string {
  return RATE_NOTES[rate] ?? ''
}

/** What the button of the clock says. */
export function modeText(clock: Pick<ClockView, 'mode' | 'rate'>): string {
  switch (clock.mode) {
    case 'live':
      return 'Live'
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

/** Reads a speed: `60`, `x60`, `×1.5`. Null where it is none that the clock takes. */
export function parseRate(text: string): number | null {
  const match = /^[x×]?\s*(\d+(?:\.\d+)?)$/i.exec(text.trim())
  const rate = match === null ? Number.NaN : Number(match[1])
  return rate > 0 && rate <= 1_000_000 ? rate : null
}
