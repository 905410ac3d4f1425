import type { Payment } from '../payment/payment'
import type { PaymentCallbackKind } from '../payment/callbacks'
import type { ProjectSwitches } from '../project/project'
import { resultBody } from './result-body'
import { statusObject } from './status-object'
import type { JsonObject } from './status-object'

/** Unsigned body of a callback about one operation (contract 9.1). `acsUrl`: see {@link statusObject}. */
export function callbackBody(
  kind: PaymentCallbackKind,
  payment: Payment,
  operationId: number,
  switches: ProjectSwitches,
  acsUrl: string | null = null,
): JsonObject {
  if (kind !== 'result') return statusObject(payment, 'callback', switches, payment.updatedAt, acsUrl)
  const operation = payment.operations.find(({ id }) => id === operationId)
  if (operation === undefined) throw new Error('A result callback needs its operation')
  return resultBody(payment, operation, switches)
}

/** Header fields of a callback in their order; the sender puts `Host` in front (contract 9.2). */
export function callbackHeaders(bodyBytes: number): readonly (readonly [string, string])[] {
  return [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(bodyBytes)],
    ['User-Agent', 'platform-simulator'],
    ['Accept', '*/*'],
  ]
}
