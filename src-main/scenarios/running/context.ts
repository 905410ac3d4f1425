import type { MessageId, PaymentKey, ProjectId } from '#domain/ids'
import type { Foreign } from '#scenarios/foreign/foreign'
import type { Names } from './names'
import type { UndoCalls } from './traces'
import type { Waiting } from './waiting'
import type { HttpRequest, HttpResponse, ScenarioBench } from './http'
import { formatWord } from '#domain/query/terms'
import { type Evidence, StepFailure } from './result'

/** `key`: null until {@link keyOf} finds the payment on the platform. */
export interface PaymentRef {
  readonly name: string
  readonly id: string
  key: PaymentKey | null
}

export interface ResponseSeen {
  readonly response: HttpResponse
  readonly evidence: Evidence
  readonly view: string | null
}

/** What all steps of one run share. */
export interface RunContext {
  readonly bench: ScenarioBench
  readonly names: Names
  readonly waiting: Waiting
  readonly foreign: Foreign
  readonly signal: AbortSignal
  readonly projectId: ProjectId
  readonly platform: string
  /** Whether callbacks go to a back end outside of Paybench, which takes wall time to act. */
  readonly external: boolean
  readonly payments: Map<string, PaymentRef>
  readonly responses: Map<string, ResponseSeen>
  readonly messages: Map<string, { readonly id: MessageId; readonly body: string | null }>
  readonly forms: Map<string, { readonly base: string; rev: string; view: string }>
  readonly before: ReadonlySet<string>
  /** Ids that no expectation may match: `before`, and messages that satisfied an earlier expectation. */
  readonly used: Set<string>
  /** Ids of the exchanges that this run made itself. */
  readonly own: Set<string>
  newId(name: string): string
  /** @throws StepFailure for a host to which the run may not send */
  send(request: HttpRequest): Promise<HttpResponse>
  readonly undo: () => UndoCalls
  /** @throws StepFailure for an address on a host to which the run may not send */
  checkHost(address: string): void
}

export function paymentNamed(run: RunContext, name: string): PaymentRef {
  const payment = run.payments.get(name)
  if (payment === undefined)
    throw new StepFailure(
      `${name} is not the name of a payment. Use a name that an earlier step gave to a payment.`,
    )
  return payment
}

/** The key of a payment; null while the platform does not have the payment. */
export async function keyOf(run: RunContext, payment: PaymentRef): Promise<PaymentKey | null> {
  if (payment.key !== null) return payment.key
  const { items } = await run.bench.call('payments.list', {
    projectId: run.projectId,
    query: `id=${formatWord(payment.id)}`,
    limit: 10,
  })
  const found = items.find(({ paymentId }) => paymentId.toLowerCase() === payment.id.toLowerCase())
  payment.key = found?.key ?? null
  return payment.key
}

export async function neededKey(run: RunContext, name: string): Promise<PaymentKey> {
  const payment = paymentNamed(run, name)
  const key = await keyOf(run, payment)
  if (key === null) throw new StepFailure(`The platform has no payment ${payment.id} (${name}).`)
  return key
}

/** Names a payment for the steps that follow. `more`: further members of its variable. */
export function namePayment(
  run: RunContext,
  name: string,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
): PaymentRef {
  const payment = { name, id, key: null }
  run.payments.set(name, payment)
  run.names.set(name, { ...more, id })
  return payment
}
