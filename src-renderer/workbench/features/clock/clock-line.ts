import type { NextTimer } from '#protocol/bench'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import { parseTime } from '#window/lib/time'

/** The line ends ten days ahead. */
const END_MS = 10 * DAY_MS
export const NOW_PERCENT = 9
const FUTURE_PERCENT = 89
/** A mark closer than this to earlier ones moves up to a free level; if none is free, it joins the mark before it. */
const ROOM_PERCENT = 2.6
const LEVELS = [0, 1, 2]

/** The place of a time on the logarithmic line, in percent: the first minute is as wide as the final five days. */
export const placeOf = (inMs: number): number =>
  NOW_PERCENT +
  FUTURE_PERCENT *
    (Math.log(1 + Math.min(Math.max(0, inMs), END_MS) / MINUTE_MS) / Math.log(1 + END_MS / MINUTE_MS))

export const LINE_TICKS = [
  { label: '1 min', at: placeOf(MINUTE_MS) },
  { label: '10 min', at: placeOf(10 * MINUTE_MS) },
  { label: '30 min', at: placeOf(30 * MINUTE_MS) },
  { label: '2 h', at: placeOf(2 * HOUR_MS) },
  { label: '1 d', at: placeOf(DAY_MS) },
  { label: '3 d', at: placeOf(3 * DAY_MS) },
  { label: '10 d', at: placeOf(END_MS) },
] as const

export interface LineMark {
  readonly place: number
  readonly level: number
  /** The timers that share the mark, in the order of their due times. */
  readonly timers: readonly NextTimer[]
}

/** The marks of timers that are sorted by their due times. A timer beyond the end of the line is at its end. */
export function marksOf(timers: readonly NextTimer[], now: number): readonly LineMark[] {
  const marks: LineMark[] = []
  for (const timer of timers) {
    const place = placeOf(parseTime(timer.dueAt) - now)
    const near = marks.filter((mark) => place - mark.place < ROOM_PERCENT)
    const level = LEVELS.find((free) => near.every((mark) => mark.level !== free))
    const last = near.at(-1)
    if (level !== undefined) marks.push({ place, level, timers: [timer] })
    else if (last !== undefined)
      marks.splice(marks.indexOf(last), 1, { ...last, timers: [...last.timers, timer] })
  }
  return marks
}
