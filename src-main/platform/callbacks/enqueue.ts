import { callbackBody, callbackHeaders } from '#domain/callback/body'
import type { JsonObject } from '#domain/callback/status-object'
import { chooseTarget } from '#domain/callback/target'
import { chooseTokenTarget, tokenBody, type TokenChange } from '#domain/callback/token-body'
import type { CallbackDue } from '#domain/payment/callbacks'
import type { CallbackPlan, Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { NewCallback } from '#store/records'
import { isSelfReference } from '#core/self-address'

const encoder = new TextEncoder()

/** Creates a callback as every attempt sends it. Its body is built and signed once, in the transaction of its event. */
export function newCallback(options: {
  readonly id: string
  readonly due: CallbackDue
  readonly payment: Payment
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly createdAt: number
  /** The issuer's page of the payment; null before the listeners are open. */
  readonly acsUrl: string | null
}): NewCallback {
  const { id, due, payment, project, crypto, createdAt, acsUrl } = options
  const unsigned = callbackBody(due.kind, payment, due.operationId, project.switches, acsUrl)
  const target = chooseTarget(payment, due.kind === 'result', due.operationId)
  return {
    ...unsent(target, { ...unsigned, signature: signPlain(unsigned, project.secret, crypto) }, due.dueAt),
    id,
    paymentKey: payment.key,
    paymentId: payment.paymentId,
    projectId: payment.projectId,
    kind: due.kind,
    createdAt,
    operationId: due.operationId,
  }
}

/**
 * Creates a callback about a token. It belongs to no payment, and its signature is in `general` (contract 3.9). `plan`
 * determines the target. Null: the merchant wants no callbacks. Insert it in the transaction that changes the token.
 */
export function newTokenCallback(options: {
  readonly id: string
  readonly change: TokenChange
  readonly plan: CallbackPlan
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly createdAt: number
}): NewCallback | null {
  const { id, change, plan, project, crypto, createdAt } = options
  if (plan.disabled) return null
  const unsigned = tokenBody(change)
  const signature = signPlain(unsigned, project.secret, crypto)
  const body = { ...unsigned, general: { ...unsigned.general, signature } }
  return {
    ...unsent(chooseTokenTarget(plan), body, createdAt + plan.delayMs),
    id,
    paymentKey: null,
    paymentId: '',
    projectId: project.projectId,
    kind: 'token',
    createdAt,
    operationId: null,
  }
}

/** Returns the fields of a callback before its first attempt. */
function unsent(target: string | null, body: JsonObject, dueAt: number) {
  const bytes = encoder.encode(JSON.stringify(body))
  return {
    targetUrl: target,
    targetIsOwnPath: target !== null && isSelfReference(target),
    method: 'POST',
    headers: callbackHeaders(bytes.byteLength),
    body: bytes,
    state: target === null ? 'dropped' : 'scheduled',
    attemptCount: 0,
    firstDueAt: dueAt,
    nextN: 0,
    nextAttemptAt: target === null ? null : dueAt,
    lastStatus: null,
    lastDurationMs: null,
    replayOf: null,
    note:
      target === null
        ? 'Nothing is sent: neither the payment nor its project has a callback URL. Set one in Settings.'
        : null,
  } as const
}
