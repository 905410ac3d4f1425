import type { Result } from '#protocol/methods'
import { callbackBody } from '#domain/callback/body'
import { chooseTarget } from '#domain/callback/target'
import { findField } from '#domain/clarification/catalogue'
import { additionalDataOf, type ClarificationFields, flattenFields } from '#domain/clarification/fields'
import { decide } from '#domain/payment/decide'
import { evolve } from '#domain/payment/evolve'
import { activeOperation, type Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { signPlain } from '#domain/signature/sign'
import { BenchError } from '#protocol/connection'
import type { BenchContext } from '#workbench/payment-engine'
import { toUrl } from '#core/self-address'
import { iso, textOf } from '#core/views'
import { curlCommand } from '#workbench/signature/messages'
import { errorOf } from '#core/errors'
import { present } from '#lib/members'

type JsonRecord = Record<string, unknown>

/** Previews a request for data: its callback, and the request with which the merchant would answer. */
export function previewClarification(
  context: BenchContext,
  payment: Payment,
  project: Project,
  fields: ClarificationFields,
): Result<'payments.previewClarification'> {
  const { clock, ids, ports, addresses } = context
  const now = clock.now()
  const decision = decide(
    payment,
    { type: 'requestClarification', fields },
    { now, project, newOperationId: () => ids.operationId(), newHex: ports.randomHex },
  )
  if (!decision.ok) throw errorOf(decision.refusal)
  const asked = decision.events.reduce<Payment>((state, event) => evolve(state, event), payment)
  const operation = activeOperation(asked)
  const unsigned = callbackBody('clarification', asked, operation?.id ?? 0, project.switches)
  const target = chooseTarget(asked, false, operation?.id)
  const expiresAt = asked.clarification?.expiresAt ?? now
  return {
    target: target === null ? null : toUrl(target, addresses()),
    body: JSON.stringify({ ...unsigned, signature: signPlain(unsigned, project.secret, ports.crypto) }),
    expiresAt: iso(expiresAt),
    waitMs: expiresAt - now,
    curl: answerCurl(context, payment, project, fields),
  }
}

/** A curl command that submits sample values for fields, by default for all that remain. */
export function answerCurl(
  context: BenchContext,
  payment: Payment,
  project: Project,
  fields: ClarificationFields = payment.clarification?.remaining ?? {},
): string {
  const samples = flattenFields(fields).map(
    ({ path }) => [path, findField(path)?.sample ?? 'sample'] as const,
  )
  const body = signedBody(context, payment, project, additionalDataOf(samples))
  return curlCommand(endpoint(context, 'clarification'), body)
}

export function statusCurl(context: BenchContext, payment: Payment, project: Project): string {
  return curlCommand(endpoint(context, 'status'), signedBody(context, payment, project))
}

/** Plays the merchant: sends a real, signed request over the network to the platform's own listener. */
export async function answerClarification(
  context: BenchContext,
  payment: Payment,
  project: Project,
  additionalData: Readonly<JsonRecord>,
): Promise<Result<'payments.answerClarification'>> {
  const { ports, store } = context
  const body = new TextEncoder().encode(signedBody(context, payment, project, additionalData))
  const before = store.exchanges.newestSeq()
  const outcome = await ports.send({
    url: endpoint(context, 'clarification'),
    method: 'POST',
    headers: [
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.byteLength)],
      ['User-Agent', 'paybench-merchant'],
      ['Accept', '*/*'],
    ],
    body,
    verifyCertificate: false,
  })
  if (outcome.response === null) {
    throw new BenchError(
      'unavailable',
      `The platform did not respond to the clarification request: ${outcome.failure?.message ?? 'unknown reason'}`,
    )
  }
  const exchange = store.exchanges.byPayment(payment.key, before).findLast(({ source }) => source === 'api')
  return {
    status: outcome.response.status,
    body: textOf(outcome.response.body) ?? '',
    ...present({ exchangeId: exchange?.id }),
  }
}

function endpoint(context: BenchContext, name: 'clarification' | 'status'): string {
  return `${context.addresses()?.platform ?? ''}/v2/payment/${name}`
}

function signedBody(
  { ports }: BenchContext,
  { projectId, paymentId }: Payment,
  { secret }: Project,
  additionalData?: Readonly<JsonRecord>,
): string {
  const general = { project_id: projectId, payment_id: paymentId }
  const rest = additionalData === undefined ? {} : { additional_data: additionalData }
  const signature = signPlain({ general, ...rest }, secret, ports.crypto)
  return JSON.stringify({ general: { ...general, signature }, ...rest })
}
