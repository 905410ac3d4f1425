import { z } from 'zod'
import { METHOD_PATH } from '#domain/api/endpoints'
import { customerWay, displayItem } from '#domain/provider/outcome-steps'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import rows from './methods.json' with { type: 'json' }

/** The operations of methods, each named as in the last part of its address (contract 16.1). */
export const METHOD_OPERATIONS = [
  'sale',
  'auth',
  'capture',
  'cancel',
  'refund',
  'payout',
  'recurring',
] as const
export type MethodOperation = (typeof METHOD_OPERATIONS)[number]

const parameter = z.object({
  /** Path from the body's root, such as `account.number`. */
  name: z.string().regex(/^[a-z_]+(?:\.[a-z_]+){0,3}$/),
  type: z.enum(['string', 'integer', 'boolean', 'object']),
  /** `strict`: refused without it. `required`: requested later if it is missing (contract 16.3). */
  need: z.enum(['strict', 'required', 'optional']),
})

const operation = z.object({
  parameters: z.array(parameter).max(100),
  /** What the customer does next; the first is the default (contract 16.4). */
  customer: z
    .array(z.enum([...customerWay.options, 'otp', 'none']))
    .min(1)
    .exactOptional(),
  display: z.array(displayItem).max(50).exactOptional(),
})

/** A payment method that is not a card. */
export const method = z.object({
  /** The part of an address that names it. */
  path: z.string().regex(new RegExp(`^${METHOD_PATH}$`)),
  /** Its code on the hosted form; null if none is known. */
  form: z.string().max(100).nullable(),
  /** No restriction if the list is empty or contains `any`. */
  currencies: z.array(z.string().regex(/^(?:[A-Z]{3}|any)$/)),
  /** For information only: payments are not checked against it. */
  countries: z.array(z.string().regex(/^(?:[A-Z]{2}|any)$/)),
  operations: z.partialRecord(z.enum(METHOD_OPERATIONS), operation),
})
export type Method = ReadonlyDeep<z.infer<typeof method>>
export type MethodParameter = ReadonlyDeep<z.infer<typeof parameter>>

/** The catalogue, which is checked when this module is loaded. */
export const METHODS = z.array(method).parse(rows) as readonly Method[]

const BY_PATH: ReadonlyMap<string, Method> = new Map(METHODS.map((row) => [row.path, row]))

export function findMethod(path: string): Method | null {
  return BY_PATH.get(path) ?? null
}

export function takesCurrency({ currencies }: Method, currency: unknown): boolean {
  return currencies.length === 0 || currencies.some((each) => each === 'any' || each === currency)
}

/** A name from the path, because the catalogue has none: `wallet/easypaisa` is Easypaisa (contract 16.1). */
export function methodName(path: string): string {
  const words = (path.split('/').at(-1) ?? path).split('-')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}

/** `payment.method` by path, for the methods whose name on the platform is known (contract 16.2). */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  applepay: 'etoken',
  googlepay: 'etoken-google',
  'directdebit/bacs': 'Direct Debit BACS',
  'directdebit/sepa': 'Direct Debit SEPA',
}

/** The method's name in `payment.method`: its name on the platform, else its code on the form, else its path. */
export function wireNameOf({ path, form }: Pick<Method, 'path' | 'form'>): string {
  return WIRE_NAMES[path] ?? form ?? path
}
