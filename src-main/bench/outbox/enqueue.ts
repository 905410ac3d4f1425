import { callbackBody, callbackHeaders } from '../../core/callback/body'
import { chooseTarget } from '../../core/callback/target'
import type { CallbackDue } from '../../core/payment/callbacks'
import type { Payment } from '../../core/payment/payment'
import type { Project } from '../../core/project/project'
import { signPlain } from '../../core/signature/sign'
import type { SignatureCrypto } from '../../core/signature/crypto'
import type { NewCallback } from '../../store/records'
import { isOwn } from '../own-address'

const encoder = new TextEncoder()

/** A callback as it will be sent in every attempt: body made and signed once, in the transaction of its event. */
export function newCallback(options: {
  readonly id: string
  readonly due: CallbackDue
  readonly payment: Payment
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly createdAt: number
}): NewCallback {
  const { id, due, payment, project, crypto, createdAt } = options
  const unsigned = callbackBody(due.kind, payment, due.operationId, project.switches)
  const body = { ...unsigned, signature: signPlain(unsigned, project.secret, crypto) }
  const bytes = encoder.encode(JSON.stringify(body))
  const target = chooseTarget(payment, due.kind === 'result')
  return {
    id,
    paymentKey: payment.key,
    paymentId: payment.paymentId,
    projectId: payment.projectId,
    kind: due.kind,
    createdAt,
    targetUrl: target,
    targetIsOwnPath: target !== null && isOwn(target),
    method: 'POST',
    headers: callbackHeaders(bytes.byteLength),
    body: bytes,
    state: target === null ? 'dropped' : 'scheduled',
    attemptCount: 0,
    firstDueAt: due.dueAt,
    nextN: 0,
    nextAttemptAt: target === null ? null : due.dueAt,
    lastStatus: null,
    lastDurationMs: null,
    replayOf: null,
    note:
      target === null
        ? 'Nothing is sent: neither the payment nor its project has a callback URL. Set one in Settings.'
        : null,
    operationId: due.operationId,
  }
}
