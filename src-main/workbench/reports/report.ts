import type { Annotation } from '#protocol/annotations'
import { CALLBACK_COUNTS } from '#domain/payment/callbacks'
import { meansText, type PaymentDetail, type TimelineStep } from '#protocol/payments'
import { amountText } from '#lib/money/minor-units'
import { type ClarificationFields, flattenFields } from '#domain/clarification/fields'
import { latin1Of, textOf } from '#core/views'
import { createReportMask } from '#domain/masking/report-mask'
import type { HeaderList } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'
import { moment } from '#lib/time/time'

/** A request or response as text, masked; if its body is cut, a sentence says so. */
export interface ShownBytes {
  readonly title: string
  readonly text: string
}

/** A step of the timeline with its bytes; `n` counts the steps of a payment from 1. */
export interface ReportStep {
  readonly n: number
  readonly step: TimelineStep
  readonly parts: readonly ShownBytes[]
  /** Undefined if no signature was checked. */
  readonly signature: { readonly isValid: boolean; readonly explanation: string } | undefined
  /** What fault rules or the tester did to the message, one sentence each. */
  readonly marks: readonly string[]
}

/** A check with the steps that show its result. */
export interface Verdict {
  readonly passed: boolean
  readonly text: string
  readonly steps: readonly number[]
}

/** A note of the tester; `about` names a message of the payment, or is null for a note about the payment itself. */
export interface ReportNote {
  readonly about: string | null
  readonly annotation: Annotation
}

/** The time of day of an ISO time in UTC, such as `16:04:11.020`. */
export const clock = (iso: string): string => iso.slice(11, 23)

const fieldPaths = (fields: ClarificationFields): string =>
  flattenFields(fields)
    .map(({ path }) => path)
    .join(', ')

/** Such as `decline 603` or `success`. Only a decline shows its code. */
export const statusWords = ({ status, resultCode }: Pick<PaymentDetail, 'status' | 'resultCode'>): string =>
  status === 'decline' ? `${status} ${resultCode}` : status

/** Such as `1 to 4, 7`. */
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

/** Summarises the payment in one sentence. */
export function leadOf(payment: PaymentDetail): string {
  const { status, resultCode, resultMessage, clarification, chargedAmount, currency } = payment
  const subject = `The payment of ${amountText(payment.amount, currency)}`
  const reason = resultMessage === '' ? '' : ` with code ${resultCode}: ${resultMessage.replace(/\.$/, '')}`
  if (clarification !== undefined)
    return `${subject} awaits clarification: ${fieldPaths(clarification.remaining)} still missing.`
  switch (status) {
    case 'success':
      return chargedAmount === undefined
        ? `${subject} succeeded.`
        : `${subject} succeeded with ${amountText(chargedAmount, currency)}.`
    case 'decline':
      return `${subject} was declined${reason}.`
    case 'error':
      return `${subject} was not registered${reason}.`
    default:
      return `${subject} has the status ${status}${reason}.`
  }
}

function callbackWords({ callbacks }: PaymentDetail): string {
  const names = CALLBACK_COUNTS.filter((name) => callbacks[name] > 0)
  return names.map((name) => `${String(callbacks[name])} ${name}`).join(', ') || 'none'
}

/** The facts that a reader looks up first. */
export function factsOf(payment: PaymentDetail): readonly (readonly [name: string, value: string])[] {
  const { clarification, callbackTarget, operations } = payment
  return [
    ['Amount', amountText(payment.amount, payment.currency)],
    ['Method', meansText(payment)],
    ['Customer', payment.customerId],
    ['Registered, virtual time UTC', moment(payment.createdAt)],
    ['Last change, virtual time UTC', moment(payment.updatedAt)],
    ['Operations', operations.map(({ type, status }) => `${type}: ${status}`).join(', ')],
    ...(clarification === undefined
      ? []
      : ([
          ['Requested', fieldPaths(clarification.requested)],
          ['Still missing', fieldPaths(clarification.remaining)],
        ] as const)),
    ['Callbacks', callbackWords(payment)],
    ['Callbacks go to', callbackTarget ?? 'nowhere'],
    ['Key in Paybench', payment.key],
  ]
}

/** Writes messages for readers without Paybench: masks card data and the secrets of projects. */
export type ShownText = ReturnType<typeof createShownText>

/**
 * All payments of a report share {@link LIMITS.reportChars} for the bodies of their messages.
 * @param secrets secrets of all projects
 */
export function createShownText(secrets: readonly string[]) {
  const mask = createReportMask(secrets)
  let room = LIMITS.reportChars
  let isCut = false
  const body = (bytes: Uint8Array): string => {
    if (bytes.length === 0) return ''
    const most = Math.min(bytes.length, LIMITS.reportBodyChars, room)
    room -= most
    const part = bytes.subarray(0, most)
    // The cut may split a character, which strict decoding would refuse, so a part of a text is decoded leniently.
    const text = textOf(part) ?? (textOf(bytes) === null ? latin1Of(part) : new TextDecoder().decode(part))
    const shown = `\n${mask.text(text)}`
    if (most === bytes.length) return shown
    isCut = true
    return `${shown}\n(${most === 0 ? 'None' : `The first ${String(most)}`} of ${String(bytes.length)} bytes: the report has no room for more. The payment in Paybench has all of them.)`
  }
  return {
    plain: mask.text,
    hasCut: (): boolean => isCut,
    message: (startLine: string, headers: HeaderList, bytes: Uint8Array): string =>
      `${mask.head([startLine, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n'))}\n${body(bytes)}`,
    raw: (head: Uint8Array, bytes: Uint8Array): string =>
      `${mask.head(latin1Of(head.subarray(0, LIMITS.reportBodyChars)).trimEnd().replaceAll('\r\n', '\n'))}\n${body(bytes)}`,
  }
}
