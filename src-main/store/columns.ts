import { quotedText } from '#lib/limits/bounded-text'
import type { Row, SqlValue } from './connection'
import { UnreadableValue } from './unreadable-value'

/**
 * Readers of single columns. A column of another type, or with a word that this version does not know, was written by a
 * newer one or is damaged: they throw an {@link UnreadableValue}.
 */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw unexpected(row, name, '')
  return value
}

export function integer(row: Row, name: string, substitute = 0): number {
  const value = row[name]
  if (typeof value !== 'number') throw unexpected(row, name, substitute)
  return value
}

export function bytes(row: Row, name: string): Uint8Array {
  const value = row[name]
  if (!(value instanceof Uint8Array)) throw unexpected(row, name, new Uint8Array())
  return value
}

export const flag = (row: Row, name: string): boolean => integer(row, name) !== 0

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null ? null : text(row, name)

export const integerOrNull = (row: Row, name: string): number | null =>
  row[name] === null ? null : integer(row, name)

export const bytesOrNull = (row: Row, name: string): Uint8Array | null =>
  row[name] === null ? null : bytes(row, name)

/** A column that holds one of a few words; `substitute` stands in lists for a word that is none of them. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  row: Row,
  name: string,
  substitute: Word | undefined = words[0],
): Word {
  const value = text(row, name)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw unexpected(row, name, substitute ?? '')
  return word
}

function unexpected(row: Row, name: string, substitute: SqlValue): UnreadableValue {
  const value = row[name]
  const shown = typeof value === 'string' ? `: "${quotedText(value)}"` : ''
  return new UnreadableValue(name, `The database holds an unexpected value in "${name}"${shown}`, substitute)
}
