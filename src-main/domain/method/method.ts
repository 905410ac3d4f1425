import type { Method, MethodWay } from '#domain/project/method-shape'
import type { MethodWayRule } from '#domain/project/switches'
import { ownMember } from '#lib/own-member'
import rows from './methods.json' with { type: 'json' }

/** The catalogue. A test checks every row, so that no program has to do it at its start. */
export const METHODS = rows as readonly Method[]

const BY_PATH: ReadonlyMap<string, Method> = new Map(METHODS.map((row) => [row.path, row]))

/** The catalogue, then the methods that a project adds (contract 16.1). */
export function methodsWith(ownMethods: readonly Method[]): readonly Method[] {
  return ownMethods.length === 0 ? METHODS : [...METHODS, ...ownMethods]
}

/** A method of the catalogue, or else one that the project adds; null if neither has this path. */
export function findMethod(path: string, ownMethods: readonly Method[]): Method | null {
  return BY_PATH.get(path) ?? ownMethods.find((each) => each.path === path) ?? null
}

export function takesCurrency({ currencies }: Method, currency: unknown): boolean {
  return currencies.length === 0 || currencies.some((each) => each === 'any' || each === currency)
}

/** The method's kind: the project's choice or the first in the row; also `none` if the method has no sale. */
export function wayOf(
  { path, operations }: Pick<Method, 'path' | 'operations'>,
  methodWays: readonly MethodWayRule[] = [],
): MethodWay {
  const chosen = methodWays.find((row) => row.path === path && row.way !== undefined)?.way
  return chosen ?? operations.sale?.customer?.[0] ?? 'none'
}

/** A name from the path, because the catalogue has none: `wallet/easypaisa` is Easypaisa (contract 16.1). */
export function methodName({ path, name }: Pick<Method, 'path' | 'name'>): string {
  if (name !== undefined) return name
  const words = (path.split('/').at(-1) ?? path).split('-')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}

/** `payment.method` by path, for the methods whose name at the platform is known (contract 16.2). */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  applepay: 'etoken',
  googlepay: 'etoken-google',
  'directdebit/bacs': 'Direct Debit BACS',
  'directdebit/sepa': 'Direct Debit SEPA',
}

/** The method's name in `payment.method`: its name at the platform, else its code on the form, else its path. */
export function wireNameOf({ path, name, form }: Pick<Method, 'path' | 'name' | 'form'>): string {
  return name ?? ownMember(WIRE_NAMES, path) ?? form ?? path
}
