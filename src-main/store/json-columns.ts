import { text } from './columns'
import type { Row, SqlValue } from './connection'
import { UnreadableValue } from './unreadable-value'
import type { HeaderList } from '#lib/http-message/message'
import type { StoredMark, StoredMask, StoredRefusal, StoredVerdict } from './records'
import { SIGNATURE_STATES } from './words'

const NO_VERDICT = '{"state":"unreadable","explanation":""}'

/** Readers of columns in which the store keeps its own JSON. @throws UnreadableValue for a value of another shape */
export function headerPairs(row: Row, name: string): HeaderList {
  const pairs: unknown = parsed(row, name)
  if (Array.isArray(pairs) && pairs.every(isPair)) return pairs
  throw unexpected(name, '[]')
}

export const headerPairsOrNull = (row: Row, name: string): HeaderList | null =>
  row[name] === null ? null : headerPairs(row, name)

export function masks(row: Row, name: string): readonly StoredMask[] {
  const found: unknown = parsed(row, name)
  if (Array.isArray(found) && found.every(isMask)) return found
  throw unexpected(name, '[]')
}

export function marks(row: Row, name: string): readonly StoredMark[] {
  const found: unknown = parsed(row, name)
  if (Array.isArray(found) && found.every(isMark)) return found
  throw unexpected(name, '[]')
}

/** The JSON text of the marks, or that of none where they cannot be read. */
export function marksOrNone(row: Row, name: string): string {
  try {
    return JSON.stringify(marks(row, name))
  } catch (error) {
    if (error instanceof UnreadableValue) return '[]'
    throw error
  }
}

export function verdict(row: Row, name: string): StoredVerdict {
  const found: unknown = parsed(row, name, NO_VERDICT)
  if (isVerdict(found)) return found
  throw unexpected(name, NO_VERDICT)
}

export function refusalOrNull(row: Row, name: string): StoredRefusal | null {
  if (row[name] === null) return null
  const found: unknown = parsed(row, name, null)
  if (isRefusal(found)) return found
  throw unexpected(name, null)
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isTextOrMissing = (value: unknown): boolean => value === undefined || typeof value === 'string'

const isMask = (value: unknown): value is StoredMask =>
  isObject(value) &&
  typeof value['start'] === 'number' &&
  typeof value['end'] === 'number' &&
  (value['kind'] === 'pan' || value['kind'] === 'cvv')

const isMark = (value: unknown): value is StoredMark =>
  isObject(value) &&
  typeof value['text'] === 'string' &&
  (value['ruleId'] === null || typeof value['ruleId'] === 'string')

const isVerdict = (value: unknown): value is StoredVerdict =>
  isObject(value) &&
  SIGNATURE_STATES.some((state) => state === value['state']) &&
  typeof value['explanation'] === 'string' &&
  ['place', 'dialect', 'received', 'expected'].every((name) => isTextOrMissing(value[name]))

const isRefusal = (value: unknown): value is StoredRefusal =>
  isObject(value) &&
  ['code', 'message', 'contract'].every((name) => typeof value[name] === 'string') &&
  isTextOrMissing(value['field'])

/** A text that is not JSON counts as JSON of another shape. */
function parsed(row: Row, name: string, substitute: SqlValue = '[]'): unknown {
  const json = text(row, name)
  try {
    return JSON.parse(json)
  } catch {
    throw unexpected(name, substitute)
  }
}

const unexpected = (name: string, substitute: SqlValue): UnreadableValue =>
  new UnreadableValue(name, `The database holds unexpected JSON in "${name}"`, substitute)
