import type { Sorting } from '../../domain/query/sorting'

/** The place behind a row of a sorted list: what it holds in the field, and its number among equal ones. */
export interface SortPlace {
  readonly value: string | null
  readonly seq: number
}

const MARK = '~'

/** A cursor says by what its list is sorted, so that it is not used for another one. */
export function sortCursor({ value, seq }: SortPlace, { by, direction }: Sorting): string {
  const parts = JSON.stringify([by, direction, value, seq])
  return `${MARK}${Buffer.from(parts, 'utf8').toString('base64url')}`
}

/** The place that a cursor names; null where the text is none, or one of another order. */
export function readSortCursor(text: string, { by, direction }: Sorting): SortPlace | null {
  if (!text.startsWith(MARK)) return null
  const parts = parsed(Buffer.from(text.slice(MARK.length), 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 4) return null
  const [field, way, value, seq] = parts as readonly unknown[]
  if (field !== by || way !== direction) return null
  if (value !== null && typeof value !== 'string') return null
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return null
  return { value, seq }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
