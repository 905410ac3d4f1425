import { formatMinorUnits } from '#lib/money/minor-units'
import { flattenFields, type ClarificationFields } from '#domain/clarification/fields'
import type { PaymentDetail } from '#protocol/payments'

/** Formats an amount, such as `12.50 EUR`. */
const money = ({ amount, currency }: Pick<PaymentDetail, 'amount' | 'currency'>): string =>
  `${formatMinorUnits(amount, currency).text} ${currency}`

/** Formats an ISO time in UTC, such as `2031-04-09 16:04:11`. */
export const moment = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** Formats the time of day of an ISO time in UTC, such as `16:04:11.020`. */
export const clock = (iso: string): string => iso.slice(11, 23)

const fieldPaths = (fields: ClarificationFields): string =>
  flattenFields(fields)
    .map(({ path }) => path)
    .join(', ')

/** Formats a status, such as `decline 603` or `success`. The code is only shown for a failed payment. */
export const statusWords = ({ status, resultCode }: Pick<PaymentDetail, 'status' | 'resultCode'>): string =>
  status === 'decline' ? `${status} ${resultCode}` : status

/** Formats numbers of steps, such as `1 to 4, 7`. */
export function stepWords(steps: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (last?.to === step - 1) last.to = step
    else runs.push({ from: step, to: step })
  }
  return runs
    .map(({ from, to }) => (from === to ? String(from) : `${String(from)} to ${String(to)}`))
    .join(', ')
}

/** Summarises in one sentence what happened to the payment. */
export function leadOf(payment: PaymentDetail): string {
  const { status, resultCode, resultMessage, clarification } = payment
  const subject = `The payment of ${money(payment)}`
  const reason = resultMessage === '' ? '' : ` with code ${resultCode}: ${resultMessage.replace(/\.$/, '')}`
  if (clarification !== undefined)
    return `${subject} awaits clarification: ${fieldPaths(clarification.remaining)} still missing.`
  switch (status) {
    case 'success':
      return `${subject} succeeded.`
    case 'decline':
      return `${subject} was declined${reason}.`
    case 'error':
      return `${subject} was not registered${reason}.`
    default:
      return `${subject} is in ${status}${reason}.`
  }
}

function callbackWords({ callbacks: { delivered, failed, pending } }: PaymentDetail): string {
  const parts = [
    [delivered, 'delivered'],
    [failed, 'failed'],
    [pending, 'pending'],
  ] as const
  const words = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${String(count)} ${word}`]))
  return words.length === 0 ? 'none' : words.join(', ')
}

/** Returns the facts that a reader looks up first. */
export function factsOf(payment: PaymentDetail): readonly (readonly [name: string, value: string])[] {
  const { account, clarification, callbackTarget, operations } = payment
  return [
    ['Status', payment.status],
    ['Amount', money(payment)],
    ['Method', account === undefined ? payment.method : `${account.type} ··${account.number.slice(-4)}`],
    ['Customer', payment.customerId],
    ['Registered, virtual time UTC', moment(payment.createdAt)],
    ['Last change, virtual time UTC', moment(payment.updatedAt)],
    ['Operations', operations.map(({ type, status }) => `${type}: ${status}`).join(', ')],
    ...(clarification === undefined
      ? []
      : ([
          ['Asked for', fieldPaths(clarification.requested)],
          ['Still missing', fieldPaths(clarification.remaining)],
        ] as const)),
    ['Callbacks', callbackWords(payment)],
    ['Callbacks go to', callbackTarget ?? 'nowhere'],
    ['Key in Paybench', payment.key],
  ]
}
