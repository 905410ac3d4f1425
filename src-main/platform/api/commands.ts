import { isRecord } from '#lib/json/record'
import { valueAt, wholeNumber } from '#domain/api/rules'
import type { PaymentCommand } from '#domain/payment/commands'
import type { OperationCallbacks, Payment } from '#domain/payment/payment'
import type { PlatformIds } from '#core/ids'
import type { AuthenticRequest, Body } from './authenticate'
import { challengeCode } from './challenge-result'

/** What a command needs besides its request. */
export interface CommandContext {
  readonly ids: PlatformIds
  /** Returns a URL of the merchant as it is stored. */
  readonly reference: (url: string) => string
}

/** Builds the command of a checked request about an existing payment. */
export type CommandBuilder = (
  request: AuthenticRequest,
  payment: Payment,
  context: CommandContext,
) => PaymentCommand

/** Builds the command for additional data from the merchant (contract 5.2). */
export const clarificationCommand: CommandBuilder = ({ body, project, fingerprint }, _payment, { ids }) => {
  const additionalData = valueAt(body, ['additional_data'])
  return {
    type: 'submitClarification',
    via: 'api',
    requestId: ids.requestId(project.projectId),
    fingerprint,
    additionalData: isRecord(additionalData) ? additionalData : {},
  }
}

/** Returns the builder of the command for a capture, a cancellation or a refund (contract 5.6). */
export function followUpCommand(type: 'capture' | 'cancel' | 'refund'): CommandBuilder {
  return ({ body, project }, _payment, { ids, reference }) => {
    const text = (name: string): string | null => {
      const value = valueAt(body, ['payment', name])
      return typeof value === 'string' ? value : null
    }
    return {
      type,
      by: 'merchant',
      requestId: ids.requestId(project.projectId),
      amount: wholeNumber(valueAt(body, ['payment', 'amount'])),
      currency: text('currency'),
      merchantRefundId: text('merchant_refund_id'),
      callbacks: operationCallbacks(body, reference),
    }
  }
}

/** Builds the command for the result of the issuer's page that the merchant passes on (contract 13.3). */
export const challengeCommand: CommandBuilder = ({ body, project }, payment, { ids }) => ({
  type: 'submitChallenge',
  requestId: ids.requestId(project.projectId),
  code: challengeCode(body, payment),
})

/** Returns the builder of the command that changes or ends a series (contract 13.1). */
export function changeSeriesCommand(change: 'update' | 'cancel'): CommandBuilder {
  return ({ body, project }, _registration, { ids, reference }) => {
    const fields = valueAt(body, ['recurring'])
    return {
      type: 'changeSeries',
      change,
      by: 'merchant',
      requestId: ids.requestId(project.projectId),
      fields: isRecord(fields) ? fields : {},
      callbacks: operationCallbacks(body, reference),
    }
  }
}

function operationCallbacks(body: Body, reference: CommandContext['reference']): OperationCallbacks {
  const url = valueAt(body, ['general', 'merchant_callback_url'])
  const delay = wholeNumber(valueAt(body, ['callback', 'delay']))
  const disabled = valueAt(body, ['callback', 'force_disable'])
  return {
    ...(typeof url === 'string' ? { url: reference(url) } : {}),
    ...(delay === null ? {} : { delayMs: delay * 1000 }),
    ...(typeof disabled === 'boolean' ? { disabled } : {}),
  }
}
