import type { HeaderList } from '#lib/http-message/message'
import type { Payment } from '#domain/payment/payment'
import type { PaymentCallbackKind } from '#domain/payment/callbacks'
import type { ProjectSwitches } from '#domain/project/project'
import { resultBody } from './result-body'
import { customerPart } from '#domain/method/customer-part'
import { acsPart, clarificationPart, type JsonObject, statusObject } from './status-object'
import type { OperationId } from '#domain/ids'

/** Unsigned body of a callback about one operation (contract 9.1). `platformUrl`: see {@link statusObject}. */
export function callbackBody(
  kind: PaymentCallbackKind,
  payment: Payment,
  operationId: OperationId,
  switches: ProjectSwitches,
  platformUrl?: string,
): JsonObject {
  if (kind !== 'result' && switches.intermediateLayout === 'mission') {
    return statusObject(payment, 'callback', switches, payment.updatedAt, platformUrl)
  }
  const operation = payment.operations.find(({ id }) => id === operationId)
  if (operation === undefined) throw new Error('A callback needs its operation')
  const result = resultBody(payment, operation, switches)
  if (kind === 'result') return result
  return {
    ...result,
    ...clarificationPart(payment, switches.publicFields !== 'mission_only'),
    ...acsPart(payment, platformUrl),
    ...customerPart(payment, platformUrl, switches),
  }
}

/** In the order in which they are sent; the sender puts `Host` before them (contract 9.2). */
export function callbackHeaders(bodyBytes: number): HeaderList {
  return [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(bodyBytes)],
    ['User-Agent', 'platform-simulator'],
    ['Accept', '*/*'],
  ]
}
