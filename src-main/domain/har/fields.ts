import { isRecord } from '#lib/json/node'
import { TIME_RANGE } from '#lib/time/time'

/** A member that is not what it has to be; `field` is its path from the entry. */
export interface MemberError {
  readonly field: string
  readonly message: string
}

/**
 * Reads members of parsed JSON one by one and remembers the first that is wrong. A wrong member reads as a harmless value, so
 * that reading can go on; check `error` at the end.
 */
export interface MemberReader {
  readonly error: () => MemberError | null
  readonly fail: (field: string, message: string) => void
  readonly record: (value: unknown, field: string) => Readonly<Record<string, unknown>>
  readonly text: (value: unknown, field: string, most: number) => string
  readonly whole: (value: unknown, field: string, least: number, most: number) => number
  readonly list: (value: unknown, field: string, most: number) => readonly unknown[]
  /** A moment with its offset, epoch milliseconds. */
  readonly moment: (value: unknown, field: string) => number
  readonly oneOf: <Word extends string>(value: unknown, field: string, words: readonly Word[]) => Word
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/

/** Makes a reader for one entry of an archive. */
export function memberReader(): MemberReader {
  let first: MemberError | null = null
  const fail = (field: string, message: string): void => {
    first ??= { field, message }
  }
  return {
    error: () => first,
    fail,
    record(value, field) {
      if (isRecord(value)) return value
      fail(field, `must be an object, not ${kindOf(value)}`)
      return {}
    },
    text(value, field, most) {
      if (typeof value !== 'string') fail(field, `must be a string, not ${kindOf(value)}`)
      else if (value.length > most) fail(field, `has ${value.length} characters; ${most} is the most`)
      else return value
      return ''
    },
    whole(value, field, least, most) {
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
        return value
      fail(field, `must be a whole number from ${least} to ${most}`)
      return least
    },
    list(value, field, most) {
      if (!isList(value)) fail(field, `must be an array, not ${kindOf(value)}`)
      else if (value.length > most) fail(field, `has ${value.length} members; ${most} is the most`)
      else return value
      return []
    },
    moment(value, field) {
      const at = typeof value === 'string' && MOMENT.test(value) ? Date.parse(value) : NaN
      if (at >= TIME_RANGE.first && at <= TIME_RANGE.last) return at
      fail(field, 'must be a time with its offset such as 2031-04-09T16:20:05.000Z')
      return 0
    },
    oneOf(value, field, words) {
      const found = words.find((word) => word === value)
      const [fallback] = words
      if (found !== undefined) return found
      fail(field, `must be one of ${words.join(', ')}`)
      if (fallback === undefined) throw new TypeError('There are no words to choose from')
      return fallback
    },
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

/** `Array.isArray` alone would let the members be anything. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
