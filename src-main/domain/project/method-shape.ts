import { z } from 'zod'
import { METHOD_PATH } from '#domain/api/endpoints'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { DAY_MS, MINUTE_MS } from '#lib/time/time'

/** The operations of methods, each named as in the last part of its address (contract 16.1). */
const METHOD_OPERATIONS = ['sale', 'auth', 'capture', 'cancel', 'refund', 'payout', 'recurring'] as const

export type MethodOperation = (typeof METHOD_OPERATIONS)[number]

/** How a customer pays with a method at its provider (contract 16.4). */
export const customerWay = z.enum(['redirect', 'qr', 'instructions'])
/** An item of `display_data`; its type and title determine its value (contract 16.4). */
export const displayItem = z.object({
  type: z.enum(['qr_data', 'qr_url', 'qr_img', 'add_info']),
  title: z.string().max(100),
})

/** What the customer does after a sale by a method (contract 16.4). */
export const METHOD_WAYS = [...customerWay.options, 'otp', 'none'] as const
export type MethodWay = (typeof METHOD_WAYS)[number]

const parameter = z
  .strictObject({
    /** Path from the body's root, such as `account.number`. */
    name: z
      .string()
      .max(100)
      .regex(/^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){0,3}$/, 'must be a name such as account.number'),
    type: z.enum(['string', 'integer', 'boolean', 'object']),
    /** `strict`: refused without it. `required`: requested later if it is missing (contract 16.3). */
    need: z.enum(['strict', 'required', 'optional']),
  })
  .refine(({ name, type, need }) => name.includes('.') || type === 'object' || need === 'optional', {
    path: ['name'],
    message:
      'must name a member of an object, such as account.number, customer.email or identify.doc_number, unless it is optional: the platform requests only such members',
  })

const operation = z.strictObject({
  parameters: z
    .array(parameter)
    .max(100)
    .refine(
      (parameters) => new Set(parameters.map(({ name }) => name)).size === parameters.length,
      'must not name a parameter twice',
    ),
  /** What the customer does next; the first is the default (contract 16.4). */
  customer: z.array(z.enum(METHOD_WAYS)).min(1).max(METHOD_WAYS.length).exactOptional(),
  display: z.array(displayItem).max(50).exactOptional(),
})

export const methodPath = z
  .string()
  .max(100)
  .regex(new RegExp(`^${METHOD_PATH}$`), 'must be a path such as wallet/skrill')

const methodName = z.string().trim().min(1).max(50)

/** Cards have this name among the methods. */
const notCard = (name: string | null): boolean => name !== 'card'
const NOT_CARD = 'must not be card'

/** What a project changes about a method. */
export const methodWayRule = z
  .strictObject({
    path: methodPath,
    /** Replaces its name in `payment.method` (contract 16.2). */
    name: methodName
      .regex(/^[^,\n]+$/, 'must be one line without a comma')
      .refine(notCard, NOT_CARD)
      .optional(),
    /** Replaces its kind (contract 16.4). */
    way: z.enum(METHOD_WAYS).optional(),
    /** Milliseconds until a payment that nobody pays is declined (contract 16.4). */
    lifetimeMs: z
      .int()
      .min(MINUTE_MS)
      .max(365 * DAY_MS)
      .optional(),
    /** The amounts that it accepts in this currency, in minor units (contract 16.2); any if absent. */
    limits: z
      .strictObject({
        currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'),
        minimum: z.int().min(0),
        maximum: z.int().min(0),
      })
      .refine(({ minimum, maximum }) => minimum <= maximum, 'must not have a minimum above its maximum')
      .optional(),
  })
  .refine(
    ({ name, way, lifetimeMs, limits }) => (name ?? way ?? lifetimeMs ?? limits) !== undefined,
    'must have a name, a way, a time or limits',
  )

/** A payment method that is not a card: of the catalogue, or added to a project (contract 16.1). */
export const method = z.strictObject({
  /** The part of an address that names it. */
  path: methodPath.refine((path) => !/^card(?:\/|$)/.test(path), 'must not begin with card'),
  /** Its name to customers, and at the platform; derived from the rest if it is absent (contract 16.2). */
  name: methodName.refine(notCard, NOT_CARD).exactOptional(),
  /** Its code on the hosted form; null if none is known. */
  form: z.string().min(1).max(100).nullable().refine(notCard, NOT_CARD),
  /** No restriction if the list is empty or contains `any`. */
  currencies: z.array(z.string().regex(/^(?:[A-Z]{3}|any)$/, 'must be a currency such as EUR')).max(300),
  /** Only the form looks at it: it offers the methods of the customer's country. Payments are not checked. */
  countries: z.array(z.string().regex(/^(?:[A-Z]{2}|any)$/)).max(300),
  operations: z.partialRecord(z.enum(METHOD_OPERATIONS), operation),
})
export type Method = ReadonlyDeep<z.infer<typeof method>>
export type MethodParameter = ReadonlyDeep<z.infer<typeof parameter>>

/** Nobody chooses among more. */
export const MAX_OWN_METHODS = 50

/** A method to start from: it works as it is, and requests two parameters (contract 16.3). */
export const SAMPLE_METHOD: Method = {
  path: 'wallet/my-wallet',
  form: null,
  currencies: [],
  countries: [],
  operations: {
    sale: {
      parameters: [
        { name: 'account.number', type: 'string', need: 'required' },
        { name: 'identify.doc_number', type: 'string', need: 'required' },
      ],
      customer: ['redirect'],
    },
    refund: { parameters: [] },
  },
}
