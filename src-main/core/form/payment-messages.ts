import { statusObject } from '../callback/status-object'
import { evolve } from '../payment/evolve'
import type { PaymentEvent } from '../payment/events'
import type { Payment } from '../payment/payment'
import type { ProjectSwitches } from '../project/project'
import type { FormSettings } from './settings'
import type { FrameMessage } from './wire'

/**
 * What the merchant's page is told about a payment (contract 8.8, 8.9): the messages of every event behind the first
 * `told` ones, in the order of the events.
 */
export function paymentMessages(options: {
  readonly events: readonly PaymentEvent[]
  readonly told: number
  readonly settings: FormSettings
  readonly switches: ProjectSwitches
}): readonly FrameMessage[] {
  const { events, told, settings, switches } = options
  const messages: FrameMessage[] = []
  let payment: Payment | null = null
  events.forEach((event, at) => {
    payment = evolve(payment, event)
    if (at >= told) messages.push(...messagesOf(event, payment, settings, switches))
  })
  return messages
}

function messagesOf(
  event: PaymentEvent,
  payment: Payment,
  settings: FormSettings,
  switches: ProjectSwitches,
): readonly FrameMessage[] {
  switch (event.type) {
    case 'registered':
      return [{ message: 'epframe.payment_submit_result', data: { request_id: event.requestId } }]
    case 'attemptStarted':
      return [{ message: 'epframe.payment_submit_result', data: { request_id: event.operation.requestId } }]
    case 'clarificationRequested':
      return [{ message: 'epframe.show_clarification_page' }]
    case 'clarificationSubmitted':
      return event.via === 'form' && !event.complete ? [{ message: 'epframe.show_clarification_page' }] : []
    case 'challengeRequested':
      return [{ message: 'epframe.redirect_iframe' }]
    case 'challengeFinished':
      return [{ message: 'epframe.redirect_iframe_complete' }]
    case 'operationFinished':
    case 'attemptsEnded':
      return [resultMessage(payment, settings, switches)].filter((message) => message !== null)
    default:
      return []
  }
}

/** The end of the first operation; captures and refunds that follow do not concern the customer. */
function resultMessage(
  payment: Payment,
  settings: FormSettings,
  switches: ProjectSwitches,
): FrameMessage | null {
  const success = payment.status === 'success' || payment.status === 'awaiting capture'
  if (!success && payment.status !== 'decline') return null
  const name = payment.type === 'account verification' ? 'card_verify' : 'payment'
  return {
    message: `epframe.${name}_${success ? 'success' : 'fail'}`,
    data: resultData(payment, settings, switches, success),
  }
}

/** Like the status object, with everything that the public description of the event lists (contract 8.8). */
export function resultData(
  payment: Payment,
  settings: FormSettings,
  switches: ProjectSwitches,
  success: boolean,
): Readonly<Record<string, unknown>> {
  const rule = success ? settings.returns.success : settings.returns.fail
  const authCode = payment.operations.at(-1)?.provider?.authCode ?? ''
  return {
    ...statusObject(payment, 'callback', { ...switches, statusInPayment: true, publicFields: 'all' }),
    general: { project_id: payment.projectId, payment_id: payment.paymentId },
    rrn: '',
    auth_code: authCode,
    return_url: rule?.url ?? '',
  }
}
