import type { OrderView } from '../../../exam/setup/exam-setup'

type OrderMap = Omit<OrderView, 'url'>

/** How an order is read unless `--order-map` says otherwise. */
export const USUAL_ORDER_MAP: OrderMap = {
  state: ['status'],
  paid: ['paid', 'success', 'completed'],
  declined: ['declined', 'decline', 'failed'],
  deliveries: null,
  amount: null,
}

const PATHS = ['state', 'deliveries', 'amount'] as const
const WORDS = ['paid', 'declined'] as const
const MAX_CHARS = 200

/** Whether an argument goes on with `--order-map`. */
export const isOrderMapping = (text: string): boolean =>
  /^(state|deliveries|amount|paid|declined)=/.test(text)

/** Reads `state=order.state` or `paid=paid,completed` into the map, or names the problem. */
export function mapped(map: OrderMap, text: string, problems: string[]): OrderMap {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at))
  const value = text.slice(at + 1)
  const path = PATHS.find((each) => each === name)
  const words = WORDS.find((each) => each === name)
  const parts = value.split(path === undefined ? ',' : '.').map((part) => part.trim())
  if (value.length > MAX_CHARS || parts.some((part) => part === '') || (path ?? words) === undefined) {
    problems.push(
      `--order-map: ${text.slice(0, MAX_CHARS)} cannot be read. Write state=PATH, paid=WORD[,WORD…], declined=WORD[,WORD…], deliveries=PATH or amount=PATH, with PATH like order.state.`,
    )
    return map
  }
  return { ...map, [path ?? words ?? 'state']: parts }
}
