import { statusObject } from '#domain/callback/status-object'
import { isRecord } from '#lib/json/node'
import { evolve } from '#domain/payment/evolve'
import type { PaymentEvent } from '#domain/payment/events'
import { asCustomerKnows, type Payment } from '#domain/payment/payment'
import { isFirstOperation } from '#domain/payment/statuses'
import type { ProjectSwitches } from '#domain/project/project'
import type { FormSettings } from '#domain/form/settings'
import type { FrameMessage } from '#domain/form/wire'
import type { OperationId } from '#domain/ids'
import { issuerPlace } from './present'

/** What decides which messages a form sends, and what they contain. */
interface Sender {
  readonly settings: FormSettings
  readonly switches: ProjectSwitches
}

/** Messages to the merchant's page, in the order of the events, from event `announced` on (contract 8.8, 8.9). */
export function paymentMessages(
  events: readonly PaymentEvent[],
  announced: number,
  sender: Sender,
): readonly FrameMessage[] {
  const messages: FrameMessage[] = []
  let payment: Payment | null = null
  events.forEach((event, at) => {
    payment = evolve(payment, event)
    if (at >= announced) messages.push(...messagesOf(event, payment, sender))
  })
  return messages
}

/** Messages about the state that a form shows when it is opened for an existing payment (contract 7.8, 8.8). */
export function reopeningMessages(payment: Payment, sender: Sender): readonly FrameMessage[] {
  const known = asCustomerKnows(payment)
  return known.status === 'awaiting clarification' ? [SHOW_CLARIFICATION] : resultMessages(known, sender)
}

/** Messages about the accepted confirmation and the request that it caused (contract 8.9). */
export function sentMessages(requestId: string): readonly FrameMessage[] {
  return [
    { message: 'epframe.payment_sent' },
    { message: 'epframe.payment_submit_result', data: { request_id: requestId } },
  ]
}

const SHOW_CLARIFICATION: FrameMessage = { message: 'epframe.show_clarification_page' }

function messagesOf(event: PaymentEvent, payment: Payment, sender: Sender): readonly FrameMessage[] {
  switch (event.type) {
    case 'registered':
      return sentMessages(event.requestId)
    case 'attemptStarted':
      return sentMessages(event.operation.requestId)
    case 'clarificationRequested':
      return isOfCustomer(payment, event.operationId) ? [SHOW_CLARIFICATION] : []
    case 'clarificationSubmitted':
      return event.via === 'form' && !event.complete ? [SHOW_CLARIFICATION] : []
    // Both messages are about a page inside the frame (contract 8.7). A page anywhere else does not change
    // the frame.
    case 'challengeRequested':
      return isInFrame(sender) ? [{ message: 'epframe.redirect_iframe' }] : []
    case 'challengeFinished':
      return isInFrame(sender) ? [{ message: 'epframe.redirect_iframe_complete' }] : []
    case 'operationFinished':
      return isOfCustomer(payment, event.operationId) ? resultMessages(payment, sender) : []
    case 'attemptsEnded':
      return resultMessages(payment, sender)
    default:
      return []
  }
}

function isInFrame({ settings, switches }: Sender): boolean {
  const place = issuerPlace(settings, switches)
  return place === 'frame' || place === 'page'
}

/** False for later captures, cancellations and refunds. */
function isOfCustomer(payment: Payment, operationId: OperationId): boolean {
  return payment.operations.some(({ id, type }) => id === operationId && isFirstOperation(type))
}

function resultMessages(payment: Payment, sender: Sender): readonly FrameMessage[] {
  const success = payment.status === 'success' || payment.status === 'awaiting capture'
  if (!success && payment.status !== 'decline') return []
  const name = payment.type === 'account verification' ? 'card_verify' : 'payment'
  const data = resultData(payment, sender, success)
  return [{ message: `epframe.${name}_${success ? 'success' : 'fail'}`, data }]
}

/** Like the status object, with all members of the event's description (contract 8.8). */
function resultData(payment: Payment, { settings, switches }: Sender, success: boolean) {
  const rule = success ? settings.returns.success : settings.returns.fail
  const authCode = payment.operations.at(-1)?.provider?.authCode ?? ''
  const status = statusObject(payment, 'callback', {
    ...switches,
    statusInPayment: true,
    publicFields: 'all',
  })
  const { payment: facts, operations } = status
  return {
    ...status,
    payment: isRecord(facts) ? { ...facts, method_id: payment.method === 'card' ? 1 : 0 } : facts,
    operations: Array.isArray(operations)
      ? operations.map((part: unknown, at) =>
          isRecord(part) ? { ...part, request_id: payment.operations[at]?.requestId ?? '' } : part,
        )
      : operations,
    general: { project_id: payment.projectId, payment_id: payment.paymentId },
    rrn: '',
    auth_code: authCode,
    return_url: rule?.url ?? '',
  }
}
