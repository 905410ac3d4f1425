import type { QueryOperator } from './terms'
import { DAY_MS } from '#lib/time/time'

/** Inclusive; a missing bound is open. */
export interface Bounds<Value> {
  readonly min?: Value
  readonly max?: Value
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
}

const AMOUNT = /^(\d{1,14})(?:\.(\d{1,3}))?$/
const SPAN = /^(\d{1,6})([smhdw])$/i
const INSTANT =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{3}))?)?)?)?(?:Z|\+00:?00)?$/i
const NUMBER = /^\d{1,15}$/
const STATUS_CLASS = /^([1-9])xx$/i

/** Bounds of an amount in thousandths of the currency's unit: none has more than three decimals (contract 3.1). */
export function amountBounds(operator: QueryOperator, text: string): Bounds<bigint> | null {
  const match = AMOUNT.exec(text)
  if (match === null) return null
  const thousandths = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(3, '0'))
  return compare(operator, {
    before: thousandths - 1n,
    first: thousandths,
    last: thousandths,
    after: thousandths + 1n,
  })
}

/** Bounds of a whole number, or of an HTTP status class such as `5xx`. */
export function numberBounds(operator: QueryOperator, text: string): Bounds<number> | null {
  const statusClass = STATUS_CLASS.exec(text)
  if (statusClass !== null) {
    const first = Number(statusClass[1]) * 100
    return compare(operator, wholeNumbers(first, first + 99))
  }
  if (!NUMBER.test(text)) return null
  return compare(operator, wholeNumbers(Number(text), Number(text)))
}

/** Bounds of a day, a time or a span before `nowMs`, in epoch milliseconds. Days are UTC. */
export function timeBounds(operator: QueryOperator, text: string, nowMs: number): Bounds<number> | null {
  const span = SPAN.exec(text)
  if (span !== null) {
    const start = nowMs - Number(span[1]) * (UNIT_MS[(span[2] ?? '').toLowerCase()] ?? 0)
    return operator === '<' || operator === '<=' ? { max: start - 1 } : { min: start }
  }
  const range = calendarRange(text.toLowerCase(), nowMs)
  return range === null ? null : compare(operator, wholeNumbers(range.from, range.to - 1))
}

/** Ignores letter case; `_` is the same as a space. */
export function enumValue(values: readonly string[], text: string): string | null {
  const wanted = normalised(text)
  return values.find((value) => normalised(value) === wanted) ?? null
}

const normalised = (text: string): string => text.toLowerCase().replaceAll('_', ' ')

/** Bounds of a comparison with everything from `first` to `last`; `before` and `after` are their neighbours. */
function compare<Value>(
  operator: QueryOperator,
  range: { readonly before: Value; readonly first: Value; readonly last: Value; readonly after: Value },
): Bounds<Value> {
  switch (operator) {
    case ':':
    case '=':
      return { min: range.first, max: range.last }
    case '>':
      return { min: range.after }
    case '>=':
      return { min: range.first }
    case '<':
      return { max: range.before }
    case '<=':
      return { max: range.last }
  }
}

const wholeNumbers = (first: number, last: number) => ({ before: first - 1, first, last, after: last + 1 })

/** Start (inclusive) and end (exclusive) of a day name or an ISO date, month, minute, second or millisecond. */
function calendarRange(text: string, nowMs: number): { readonly from: number; readonly to: number } | null {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  if (text === 'today') return { from: today, to: today + DAY_MS }
  if (text === 'yesterday') return { from: today - DAY_MS, to: today }

  const match = INSTANT.exec(text)
  if (match === null) return null
  const [, year, month, day, hour, minute, second, fraction] = match
  const iso = `${year ?? ''}-${month ?? ''}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${fraction ?? '000'}Z`
  const from = Date.parse(iso)
  // Date.parse reads 2031-02-30 as the second of March.
  if (Number.isNaN(from) || new Date(from).toISOString() !== iso) return null
  if (day === undefined) return { from, to: Date.UTC(Number(year), Number(month), 1) }
  if (hour === undefined) return { from, to: from + DAY_MS }
  if (second === undefined) return { from, to: from + 60_000 }
  return { from, to: from + (fraction === undefined ? 1000 : 1) }
}
