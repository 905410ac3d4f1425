import { valueAt, wholeNumber } from '#domain/api/rules'
import { parseJsonBytes } from '#lib/json/parse'
import { isRecord, type JsonNode } from '#lib/json/node'
import {
  type Attempt,
  mayFollow,
  type Order,
  orderIdOf,
  type Orders,
  type OrderState,
  stateOf,
} from './orders'

/**
 * Verifies the signature before it uses the body, then stores what changed. A repeated or late callback also gets 200
 * but does not change the state of the order (contract 9.5). The platform only looks at the status, and retries every
 * callback that does not get 200 (contract 9.4).
 */
export function takeCallback(
  body: Uint8Array,
  shop: { readonly verify: (message: JsonNode) => boolean; readonly orders: Orders; readonly now: number },
): { readonly status: number; readonly text: string } {
  const json = parseJsonBytes(body)
  if (!json.ok) return { status: 400, text: 'The body is not JSON.\n' }
  if (!shop.verify(json.root)) return { status: 400, text: 'The signature does not match.\n' }

  const notice = readNotice(json.plain)
  if (notice === null) return { status: 200, text: '' }
  const order = shop.orders.get(orderIdOf(notice.paymentId))
  const attempt = order?.attempts.find(
    ({ paymentId }) => paymentId.toLowerCase() === notice.paymentId.toLowerCase(),
  )
  if (order === null || attempt === undefined) return { status: 404, text: 'No such order.\n' }

  shop.orders.put(withNotice(order, attempt, notice, shop.now))
  return { status: 200, text: '' }
}

type Notice = NonNullable<ReturnType<typeof readNotice>>

/** Null if the callback is not about a payment but, say, about a saved card: it is only acknowledged. */
function readNotice(body: unknown) {
  const paymentId = valueAt(body, ['payment', 'id'])
  if (typeof paymentId !== 'string') return null
  return {
    paymentId,
    // Results carry the status inside `payment`, all other callbacks at the top level.
    status: text(valueAt(body, ['status'])) || text(valueAt(body, ['payment', 'status'])),
    date: text(valueAt(body, ['payment', 'date'])),
    code: text(valueAt(body, ['operation', 'code'])) || text(valueAt(body, ['payment', 'result_code'])),
    fields: fieldNames(valueAt(body, ['clarification_fields'])),
    attemptsLeft: valueAt(body, ['payment', 'is_new_attempts_available']) === true,
    received: money(valueAt(body, ['payment', 'sum'])) ?? money(valueAt(body, ['sum_real'])),
  }
}

function withNotice(order: Order, attempt: Attempt, notice: Notice, now: number): Order {
  const state = stateAfter(order, notice)
  const counted = mayFollow(attempt.state, state, notice.date >= attempt.callbackDate)
  const { status, code } = notice
  const callbacks = [...order.callbacks, { at: now, status, code, counted }].slice(-20)
  if (!counted) return { ...order, callbacks, rev: order.rev + 1 }

  const { date: callbackDate, fields, received } = notice
  const changed = { state, code, callbackDate, fields: [...fields], received }
  return {
    ...order,
    attempts: order.attempts.map((each) => (each === attempt ? { ...each, ...changed } : each)),
    // Goods are released once, however often the platform reports the payment.
    releasedAt: state === 'paid' ? (order.releasedAt ?? now) : order.releasedAt,
    callbacks,
    rev: order.rev + 1,
  }
}

/** The paid amount may differ from the order (contract 9.5): a person must then check it. */
function stateAfter(order: Order, { status, received, attemptsLeft }: Notice): OrderState {
  const state = stateOf(status)
  if (state === 'declined' && attemptsLeft) return 'pending'
  const asAsked = received?.amount === order.total && received.currency === order.currency
  return state === 'paid' && !asAsked ? 'amount differs' : state
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function money(value: unknown): Attempt['received'] {
  const amount = wholeNumber(valueAt(value, ['amount']))
  const currency = text(valueAt(value, ['currency']))
  return amount === null || currency === '' ? null : { amount, currency }
}

function fieldNames(value: unknown): readonly string[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, names]) =>
    Array.isArray(names) ? names.map((name) => `${key}.${String(name)}`) : [],
  )
}
