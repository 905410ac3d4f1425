import { z } from 'zod'
import { readStoredJson } from '#core/stored-json'
import { isRecord } from '#lib/json/record'
import { type Cart, sumsOf } from './cart'
import { CURRENCY } from './products'
import { hasMoney, type OrderState } from './order-state'

/** Stores the shop's orders as JSON by id. Lists the newest first. */
export interface OrderRepository {
  put(id: string, json: string): void
  get(id: string): string | null
  list(limit: number): readonly string[]
}

export const OPENING_MODES = ['modal', 'iframe', 'tab', 'embedded'] as const
export type OpeningMode = (typeof OPENING_MODES)[number]
export const OPENING_METHODS = ['post', 'get'] as const
export type OpeningMethod = (typeof OPENING_METHODS)[number]

const state = z.enum([
  'pending',
  'more information requested',
  'held',
  'declined',
  'paid',
  'amount differs',
  'returned in part',
  'returned',
]) satisfies z.ZodType<OrderState>

const callback = z.object({ at: z.number(), status: z.string(), code: z.string(), counted: z.boolean() })

const attempt = z.object({
  paymentId: z.string(),
  state,
  /** `payment.date` of the callback that was counted last; '' before the first. */
  callbackDate: z.string(),
  fields: z.array(z.string()),
  received: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  code: z.string(),
})

const currentOrder = z.object({
  id: z.string(),
  createdAt: z.number(),
  customerId: z.string(),
  email: z.string(),
  mode: z.enum(OPENING_MODES),
  method: z.enum(OPENING_METHODS),
  lines: z.array(
    z.object({ product: z.string(), name: z.string(), quantity: z.number(), amount: z.number() }),
  ),
  items: z.number(),
  delivery: z.number(),
  total: z.number(),
  currency: z.string(),
  /** Oldest first. */
  attempts: z.array(attempt).min(1),
  /** When the goods were released, once; null: not yet. */
  releasedAt: z.number().nullable(),
  /** The latest callbacks, oldest first. */
  callbacks: z.array(callback),
  /** Changes with every callback. */
  rev: z.number(),
})

/** A stored order. Before schema 13 `callbacks` was called `news`, and `callbackDate` of an attempt `toldAt`. */
export const order = z.preprocess((stored) => {
  if (!isRecord(stored) || !('news' in stored)) return stored
  const { news, attempts, ...rest } = stored
  return { ...rest, callbacks: news, attempts: Array.isArray(attempts) ? attempts.map(withDate) : attempts }
}, currentOrder)

function withDate(stored: unknown): unknown {
  if (!isRecord(stored) || !('toldAt' in stored)) return stored
  const { toldAt, ...rest } = stored
  return { ...rest, callbackDate: toldAt }
}

/**
 * One attempt to pay. Each has a new payment id, because an id must not be used again after a decline (contract 10,
 * rule 26).
 */
export type Attempt = Readonly<z.infer<typeof attempt>>

/** An order. Amounts are minor units; times are virtual, in epoch milliseconds. */
export type Order = Readonly<z.infer<typeof currentOrder>>

const NEW_ATTEMPT = { state: 'pending', callbackDate: '', fields: [], received: null, code: '' } as const

/** Creates an order with its first attempt to pay. */
export function newOrder(request: {
  readonly id: string
  readonly now: number
  readonly cart: Cart
  readonly customerId: string
  readonly email: string
  readonly mode: OpeningMode
  readonly method: OpeningMethod
}): Order {
  const { id, now, cart, customerId, email, mode, method } = request
  const { items, delivery, total } = sumsOf(cart)
  return {
    id,
    createdAt: now,
    customerId,
    email,
    mode,
    method,
    lines: cart.map(({ product, quantity }) => ({
      product: product.id,
      name: product.name,
      quantity,
      amount: product.price * quantity,
    })),
    items,
    delivery,
    total,
    currency: CURRENCY,
    attempts: [{ ...NEW_ATTEMPT, fields: [], paymentId: `${id}-1` }],
    releasedAt: null,
    callbacks: [],
    rev: 0,
  }
}

/** Returns the attempt that decides the state of the order: the paid one, otherwise the last. */
export function countingAttempt({ attempts, id }: Order): Attempt {
  const paid = attempts.find(({ state }) => hasMoney(state))
  return paid ?? attempts.at(-1) ?? { ...NEW_ATTEMPT, fields: [], paymentId: `${id}-1` }
}

/** Adds an attempt with a new payment id. Returns the order unchanged unless the last attempt was declined. */
export function withNewAttempt(before: Order): Order {
  if (countingAttempt(before).state !== 'declined') return before
  const paymentId = `${before.id}-${before.attempts.length + 1}`
  return {
    ...before,
    attempts: [...before.attempts, { ...NEW_ATTEMPT, fields: [], paymentId }],
    rev: before.rev + 1,
  }
}

/** Returns the order id that a payment id belongs to. Letter case is ignored (contract 3.1). */
export function orderIdOf(paymentId: string): string {
  return paymentId.toLowerCase().replace(/-\d+$/, '')
}

/** The shop's orders. */
export interface Orders {
  get(id: string): Order | null
  put(order: Order): void
  list(limit: number): readonly Order[]
}

/** Reads and writes orders as values over the repository, which stores text. */
export function ordersIn(repository: OrderRepository): Orders {
  return {
    get(id) {
      const json = repository.get(id)
      return json === null ? null : order.parse(readStoredJson(json))
    },
    put: (each) => repository.put(each.id, JSON.stringify(each)),
    list: (limit) => repository.list(limit).map((json) => order.parse(readStoredJson(json))),
  }
}
