import { quotedText } from '#lib/limits/bounded-text'
import type { HeaderList } from '#lib/http-message/message'
import { loneSurrogateAt } from '#lib/json/node'
import type { PaymentOrigin } from '#domain/payment/payment'
import { isFinal, PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import { callbackKind, callbackState, exchangeSource, signatureVerdict } from '#protocol/messages'
import type { Row, SqlValue } from './connection'

/**
 * This function and those below read a column. They throw an {@link UnreadableValue} for a value of another type, or
 * a word that this version does not know: the row is damaged.
 */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw unexpected(row, name)
  return value
}

export function integer(row: Row, name: string): number {
  const value = row[name]
  if (typeof value !== 'number') throw unexpected(row, name)
  return value
}

export function bytes(row: Row, name: string): Uint8Array {
  const value = row[name]
  if (!(value instanceof Uint8Array)) throw unexpected(row, name)
  return value
}

export const flag = (row: Row, name: string): boolean => integer(row, name) !== 0

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null ? null : text(row, name)

export const integerOrNull = (row: Row, name: string): number | null =>
  row[name] === null ? null : integer(row, name)

export const bytesOrNull = (row: Row, name: string): Uint8Array | null =>
  row[name] === null ? null : bytes(row, name)

export function oneOf<Word extends string>(words: readonly Word[], row: Row, name: string): Word {
  const value = text(row, name)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw unexpected(row, name)
  return word
}

function unexpected(row: Row, name: string): UnreadableValue {
  const value = row[name]
  const shown = typeof value === 'string' ? `: "${quotedText(value)}"` : ''
  return new UnreadableValue(`The database holds an unexpected value in "${name}"${shown}`)
}

/** A column: how SQLite stores it, its value in a record, its limits in a session file. */
export interface Column<Value = unknown, Json extends boolean = boolean> {
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB'
  readonly isNullable: boolean
  /** JSON of a higher layer, which the store returns as text; `inspect-row.ts` has a check for each such column. */
  readonly isJson: Json
  /** `derived`: computed by the store from other columns, not in session files; `generated`: computed by SQLite. */
  readonly origin: 'given' | 'derived' | 'generated'
  /** @throws UnreadableValue */
  read(row: Row, name: string): Value
  write(value: Value): SqlValue
  /** The rule for a value of a session file, worded to follow "must be"; null if the value is valid. */
  mustBe(value: SqlValue): string | null
  /** Shortens a value of older data, which may be longer than a session file accepts. */
  shorten?(value: string): string
  readonly withoutSecret?: string
  /** Maximum number of characters read for lists: texts in databases of earlier versions may have millions. */
  readonly shownChars?: number
}

interface Shape<Value> {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: Value | undefined }
}

type Stored<Value> = Pick<Column<Value>, 'type' | 'read' | 'write' | 'mustBe'>

const given = <Value>(stored: Stored<Value>): Column<Value, false> => ({
  ...stored,
  isNullable: false,
  isJson: false,
  origin: 'given',
})

/** Text that can be written in UTF-8, with a limited number of characters. */
export const textOf = (maxChars: number, minChars = 0): Column<string, false> =>
  given({
    type: 'TEXT',
    read: text,
    write: (value) => value,
    mustBe: (value) => {
      if (typeof value !== 'string') return 'text'
      if (value.length < minChars) return 'text that is not empty'
      if (value.length > maxChars) return `text of at most ${String(maxChars)} characters`
      return loneSurrogateAt(value) === undefined ? null : 'text without half a surrogate pair'
    },
  })

/** Text for which a higher layer has a schema. */
export const textLike = (schema: Shape<unknown>, words: string): Column<string, false> => ({
  ...textOf(Number.MAX_SAFE_INTEGER),
  mustBe: (value) => (typeof value === 'string' && schema.safeParse(value).success ? null : words),
})

export const jsonOf = (maxChars: number): Column<string, true> => ({ ...textOf(maxChars), isJson: true })

export const wordOf = <Word extends string>(words: readonly Word[]): Column<Word, false> =>
  given({
    type: 'TEXT',
    read: (row, name) => oneOf(words, row, name),
    write: (value) => value,
    mustBe: (value) => (words.some((word) => word === value) ? null : `one of ${words.join(', ')}`),
  })

const inRange = (value: SqlValue, first: number, last: number): boolean =>
  typeof value === 'number' && value >= first && value <= last

export const wholeOf = (first: number, last: number): Column<number, false> =>
  given({
    type: 'INTEGER',
    read: integer,
    write: (value) => value,
    mustBe: (value) =>
      Number.isSafeInteger(value) && inRange(value, first, last)
        ? null
        : `a whole number from ${String(first)} to ${String(last)}`,
  })

export const realOf = (first: number, last: number): Column<number, false> =>
  given({
    type: 'REAL',
    read: integer,
    write: (value) => value,
    mustBe: (value) =>
      inRange(value, first, last) ? null : `a number from ${String(first)} to ${String(last)}`,
  })

/** An integer that may exceed the exact range of a number; only SQLite compares it. */
export const LARGE = given<number | bigint>({
  type: 'INTEGER',
  read: integer,
  write: (value) => value,
  mustBe: () => null,
})

export const FLAG: Column<boolean, false> = given({
  type: 'INTEGER',
  read: flag,
  write: (value) => (value ? 1 : 0),
  mustBe: (value) => (value === 0 || value === 1 ? null : '0 or 1'),
})

export const bytesOf = (maxBytes: number): Column<Uint8Array, false> =>
  given({
    type: 'BLOB',
    read: bytes,
    write: (value) => value,
    mustBe: (value) =>
      value instanceof Uint8Array && value.length <= maxBytes ? null : `at most ${String(maxBytes)} bytes`,
  })

const parsedBy = <Value>(is: (value: unknown) => value is Value, maxChars: number): Column<Value, false> => ({
  ...textOf(maxChars),
  read(row, name) {
    const json = text(row, name)
    try {
      const value: unknown = JSON.parse(json)
      if (is(value)) return value
    } catch {
      // Text that is not JSON counts as JSON of another shape.
    }
    throw new UnreadableValue(`The database contains unexpected JSON in "${name}"`)
  },
  write: (value) => JSON.stringify(value),
})

export const parsedOf = <Value>(schema: Shape<Value>, maxChars: number): Column<Value, false> =>
  parsedBy((value): value is Value => schema.safeParse(value).success, maxChars)

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Checked without a schema, for speed: headers are read with every message that is indexed. */
export const headersOf = (maxChars: number): Column<HeaderList, false> =>
  parsedBy((value): value is HeaderList => Array.isArray(value) && value.every(isPair), maxChars)

export const orNull = <Value, Json extends boolean>(
  column: Column<Value, Json>,
): Column<Value | null, Json> => ({
  ...column,
  isNullable: true,
  read: (row, name) => (row[name] === null ? null : column.read(row, name)),
  write: (value) => (value === null ? null : column.write(value)),
  mustBe: (value) => (value === null ? null : column.mustBe(value)),
})

export const derived = <Value>(column: Column<Value, false>): Column<Value, false> => ({
  ...column,
  origin: 'derived',
})

/** A value that the store would not have written: the row is damaged. */
export class UnreadableValue extends Error {}

export const STATUS_WORDS: readonly PaymentStatus[] = PAYMENT_STATUSES
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(PAYMENT_STATUSES.filter(isFinal))
export const ORIGINS: readonly PaymentOrigin[] = ['api', 'form', 'workbench']
export const EXCHANGE_SOURCES = exchangeSource.options
export const CALLBACK_KINDS = callbackKind.options
export const CALLBACK_STATES = callbackState.options
export const SIGNATURE_STATES = signatureVerdict.shape.state.options

/** Fault rules for callbacks, and response rules for captures. */
export const RULE_LISTS = ['fault', 'answer'] as const
export type RuleList = (typeof RULE_LISTS)[number]
