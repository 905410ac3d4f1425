import { z } from 'zod'
import { readStoredJson } from '#core/stored-json'
import { isRecord } from '#lib/json/node'

/** Stores orders as JSON by their ids; `list` returns the newest first. */
export interface OrderRepository {
  put(id: string, json: string): void
  get(id: string): string | null
  list(limit: number): readonly string[]
}

/** How the form opens. */
export const MODES = [
  { mode: 'modal', name: 'Modal', detail: 'in a window over this page' },
  { mode: 'iframe', name: 'Iframe', detail: 'inside the page' },
  { mode: 'embedded', name: 'Embedded', detail: 'inside the page, paid with our own button' },
  { mode: 'tab', name: 'Tab', detail: 'as a separate page, always by GET' },
] as const
export type OpeningMode = (typeof MODES)[number]['mode']
export const OPENING_METHODS = ['post', 'get'] as const

/** What the customer may pay with: cards, and methods by their code on the form (contract 16.11). */
export const WAYS = [
  { way: 'card', name: 'Card', detail: 'debit or credit; this shop never sees the card' },
  { way: 'ideal', name: 'iDEAL', detail: 'log in at your bank and confirm' },
  { way: 'bybit', name: 'Bybit', detail: 'scan a code with your phone' },
  { way: 'multibanco', name: 'Multibanco', detail: 'by transfer; we pack your order when it arrives' },
] as const
export type Way = (typeof WAYS)[number]['way']

const state = z.enum([
  'pending',
  'more information requested',
  'held',
  'declined',
  'paid',
  'amount differs',
  'returned in part',
  'returned',
])

export type OrderState = z.infer<typeof state>

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
  mode: z.enum(MODES.map(({ mode }) => mode)),
  method: z.enum(OPENING_METHODS),
  /** Absent for a card. */
  way: z.enum(WAYS.map(({ way }) => way)).exactOptional(),
  lines: z.array(
    z.object({ product: z.string(), name: z.string(), quantity: z.number(), amount: z.number() }),
  ),
  items: z.number(),
  delivery: z.number(),
  total: z.number(),
  currency: z.string(),
  /** Oldest first. */
  attempts: z.array(attempt).min(1),
  /** Null before the release. Goods are released only once. */
  releasedAt: z.number().nullable(),
  /** The latest callbacks, oldest first. */
  callbacks: z.array(callback),
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

/** An attempt to pay, with a new payment id, because no id may be used again after a decline (contract 10, rule 26). */
export type Attempt = Readonly<z.infer<typeof attempt>>

/** Amounts are minor units; times are virtual, in epoch milliseconds. */
export type Order = Readonly<z.infer<typeof currentOrder>>

const newAttempt = (orderId: string, number: number): Attempt => ({
  state: 'pending',
  callbackDate: '',
  fields: [],
  received: null,
  code: '',
  paymentId: `${orderId}-${number}`,
})

export function newOrder({
  cart,
  ...request
}: Pick<Order, 'id' | 'createdAt' | 'customerId' | 'email' | 'mode' | 'method' | 'way'> & {
  readonly cart: Cart
}): Order {
  const { items, delivery, total } = sumsOf(cart)
  return {
    ...request,
    lines: linesOf(cart),
    items,
    delivery,
    total,
    currency: CURRENCY,
    attempts: [newAttempt(request.id, 1)],
    releasedAt: null,
    callbacks: [],
    rev: 0,
  }
}

/** The attempt that decides the order's state: the paid attempt, even if the money went back, or the last. */
export function countingAttempt({ attempts, id }: Order): Attempt {
  return attempts.find(({ state }) => STEPS[state] >= STEPS.paid) ?? attempts.at(-1) ?? newAttempt(id, 1)
}

/** Returns the order unchanged unless the last attempt was declined. */
export function withNewAttempt(before: Order): Order {
  if (countingAttempt(before).state !== 'declined') return before
  const { id, attempts, rev } = before
  return { ...before, attempts: [...attempts, newAttempt(id, attempts.length + 1)], rev: rev + 1 }
}

/** The id of the order that a payment id belongs to, in lower case (contract 3.1). */
export function orderIdOf(paymentId: string): string {
  return paymentId.toLowerCase().replace(/-\d+$/, '')
}

export type Orders = ReturnType<typeof ordersIn>

export function ordersIn(repository: OrderRepository) {
  return {
    get(id: string): Order | null {
      const json = repository.get(id)
      return json === null ? null : order.parse(readStoredJson(json))
    },
    put: (each: Order): void => repository.put(each.id, JSON.stringify(each)),
    list: (limit: number): readonly Order[] =>
      repository.list(limit).map((json) => order.parse(readStoredJson(json))),
  }
}

export const CURRENCY = 'EUR'

const DELIVERY = 800

/** The cart's cookie has one digit for each quantity. */
export const MAX_QUANTITY = 9

/** Prices are in minor units of {@link CURRENCY}. */
export const PRODUCTS = [
  { id: 'mug', name: 'Ridged mug', detail: 'Salt glaze, 30 cl', price: 2450 },
  { id: 'salt', name: 'Salt cellar with spoon', detail: 'Unglazed outside', price: 1400 },
  { id: 'plate', name: 'Dinner plate', detail: 'Ash glaze, 26 cm', price: 3200 },
  { id: 'jug', name: 'Water jug', detail: 'Slip trailed, 1.2 l', price: 4850 },
  { id: 'bowl', name: 'Porridge bowl', detail: 'Wide rim, 15 cm', price: 2100 },
  { id: 'vase', name: 'Bud vase', detail: 'One stem, 18 cm', price: 1900 },
] as const
export type Product = (typeof PRODUCTS)[number]

export interface CartLine {
  readonly product: Product
  readonly quantity: number
}

export type Cart = readonly CartLine[]

/** Reads a cookie such as `mug.1_salt.2`. The customer can change it, so unknown parts are ignored. */
export function readCart(cookie: string): Cart {
  return cookie.split('_').reduce<Cart>((cart, item) => {
    const [id = '', count = ''] = item.split('.')
    return /^\d$/.test(count) ? withQuantity(cart, id, Number(count)) : cart
  }, [])
}

export function writeCart(cart: Cart): string {
  return cart.map(({ product, quantity }) => `${product.id}.${quantity}`).join('_')
}

/** A quantity of 0 removes the product. An unknown product changes nothing. */
export function withQuantity(cart: Cart, id: string, quantity: number): Cart {
  const product = PRODUCTS.find((each) => each.id === id)
  if (product === undefined) return cart
  const line = { product, quantity: Math.min(quantity, MAX_QUANTITY) }
  const others = cart.some((each) => each.product.id === id)
    ? cart.map((each) => (each.product.id === id ? line : each))
    : [...cart, line]
  return others.filter((each) => each.quantity > 0)
}

export function quantityOf(cart: Cart, id: string): number {
  return cart.find(({ product }) => product.id === id)?.quantity ?? 0
}

export const linesOf = (cart: Cart): Order['lines'] =>
  cart.map(({ product, quantity }) => ({
    product: product.id,
    name: product.name,
    quantity,
    amount: product.price * quantity,
  }))

/** `items`, `delivery` and `total` are amounts in minor units; `count` is the number of pieces. */
export function sumsOf(cart: Cart) {
  const items = cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)
  const delivery = cart.length === 0 ? 0 : DELIVERY
  return {
    count: cart.reduce((sum, { quantity }) => sum + quantity, 0),
    items,
    delivery,
    total: items + delivery,
  }
}

/** An order never moves to an earlier step, because callbacks can be repeated and out of order (contract 9.5). */
const STEPS: Readonly<Record<OrderState, number>> = {
  pending: 0,
  'more information requested': 0,
  held: 1,
  declined: 2,
  paid: 3,
  'amount differs': 3,
  'returned in part': 4,
  returned: 5,
}

const RESULTS: ReadonlySet<OrderState> = new Set(['declined', 'paid', 'amount differs', 'returned'])

/** @param isNewer whether the callback is not older than the last one that counted */
export function mayFollow(from: OrderState, to: OrderState, isNewer: boolean): boolean {
  if (STEPS[to] === STEPS[from]) return isNewer && !RESULTS.has(from)
  return STEPS[to] > STEPS[from]
}

/** Whether the page has nothing left to wait for. A held amount counts as settled: it can stay held for days. */
export function isSettled(state: OrderState): boolean {
  return STEPS[state] >= STEPS.held
}

const STATES: ReadonlyMap<string, OrderState> = new Map([
  ['success', 'paid'],
  ['decline', 'declined'],
  ['error', 'declined'],
  ['expired', 'declined'],
  ['canceled', 'declined'],
  ['cancelled', 'declined'],
  ['awaiting capture', 'held'],
  ['awaiting clarification', 'more information requested'],
  ['partially refunded', 'returned in part'],
  ['partially reversed', 'returned in part'],
  ['refunded', 'returned'],
  ['reversed', 'returned'],
])

/** Maps a payment status (contract 4.1). An unknown status leaves the order pending. */
export const stateOf = (status: string): OrderState => STATES.get(status) ?? 'pending'
