import type { Row } from './connection'

/** Readers of single columns. A column of another type means that the file is not ours: they throw. */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw unexpected(name)
  return value
}

export function integer(row: Row, name: string): number {
  const value = row[name]
  if (typeof value !== 'number') throw unexpected(name)
  return value
}

export function bytes(row: Row, name: string): Uint8Array {
  const value = row[name]
  if (!(value instanceof Uint8Array)) throw unexpected(name)
  return value
}

export const flag = (row: Row, name: string): boolean => integer(row, name) !== 0

export const textOrNull = (row: Row, name: string): string | null =>
  row[name] === null ? null : text(row, name)

export const integerOrNull = (row: Row, name: string): number | null =>
  row[name] === null ? null : integer(row, name)

export const bytesOrNull = (row: Row, name: string): Uint8Array | null =>
  row[name] === null ? null : bytes(row, name)

/** A column that holds one of a few words. */
export function oneOf<Word extends string>(words: readonly Word[], row: Row, name: string): Word {
  const value = text(row, name)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw unexpected(name)
  return word
}

export const asInteger = (value: boolean): number => (value ? 1 : 0)

const unexpected = (name: string): Error => new Error(`The database holds an unexpected value in "${name}"`)
