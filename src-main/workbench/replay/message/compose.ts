import type { ParsedParams } from '#protocol/methods'
import type { TemplatesResult } from '#protocol/replay'
import { callbackHeaders } from '#domain/callback/body'
import { chooseTarget } from '#domain/callback/target'
import { type CallbackTemplate, samplePayment, type TemplateSubject } from '#domain/callback/template-bodies'
import type { JsonObject } from '#domain/callback/status-object'
import { CALLBACK_TEMPLATES } from '#domain/callback/templates'
import type { Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam, notFound } from '#core/errors'
import { toUrl } from '#core/self-address'
import { pick, present } from '#lib/members'
import { fromRecord } from '#platform/payments/payment-writer'
import { makeOutgoing, type MessageOrigin, type Outgoing } from './outgoing'
import type { PaymentKey, ProjectId } from '#domain/ids'

interface MessageOwner {
  readonly project: Project
  readonly payment: Payment | null
}

function ownerOf(
  { store, projects }: BenchContext,
  given: { readonly projectId?: ProjectId | undefined; readonly paymentKey?: PaymentKey | undefined },
): MessageOwner {
  const record = given.paymentKey === undefined ? null : store.payments.byKey(given.paymentKey)
  if (given.paymentKey !== undefined && record === null) throw notFound('payment', given.paymentKey)
  const projectId = record?.projectId ?? given.projectId
  if (given.projectId !== undefined && projectId !== given.projectId) {
    const message = `The payment belongs to project ${String(projectId)}. Leave out the project, or give that one.`
    throw invalidParam('projectId', message)
  }
  return { project: projects.find(projectId), payment: record === null ? null : fromRecord(record) }
}

const NO_ACCOUNT = { number: '', type: '', token: '' } as const

function subjectOf(context: BenchContext, { project, payment }: MessageOwner): TemplateSubject {
  const { ids, clock } = context
  const { projectId, switches } = project
  const sample = samplePayment({
    projectId,
    requestId: payment?.requestId ?? ids.requestId(projectId),
    operationId: payment?.operations.at(-1)?.id ?? ids.operationId(),
    at: payment?.updatedAt ?? clock.now(),
  })
  if (payment === null) return { payment: sample, switches }
  const { real, account, createdAt, methodPath } = payment
  // The payment of a method may have no account, but never that of a card.
  const noAccount = methodPath === undefined ? sample.account : { ...sample.account, ...NO_ACCOUNT }
  return {
    payment: {
      ...sample,
      ...pick(payment, 'paymentId', 'method', 'real', 'description', 'customer', 'createdAt'),
      requested: real,
      operations: sample.operations.map((operation) => ({ ...operation, sum: real, createdAt })),
      account: account ?? noAccount,
      ...present({ methodPath }),
    },
    switches,
  }
}

const targetOf = ({ project, payment }: MessageOwner, kind: MessageOrigin['kind']): string | null =>
  payment === null || kind === 'token'
    ? project.callbackUrl
    : chooseTarget(payment, kind === 'result', payment.operations.at(-1)?.id)

/** A layout with an object `general` is signed in there. */
const filled = (body: JsonObject) => ({
  place: 'general' in body ? ('general' as const) : ('top' as const),
  body: JSON.stringify(body),
})

/** Every template, filled with the values of the given payment or, without one, with sample values. */
export function filledTemplates(
  context: BenchContext,
  given: ParsedParams<'callbacks.templates'>,
): TemplatesResult {
  const owner = ownerOf(context, given)
  const subject = subjectOf(context, owner)
  const target = targetOf(owner, 'other')
  return {
    projectId: owner.project.projectId,
    target: target === null ? null : toUrl(target, context.addresses()),
    method: 'POST',
    headers: callbackHeaders(0).map(([name, value]) => [name, value]),
    items: CALLBACK_TEMPLATES.map(({ body, ...rest }) => ({ ...rest, ...filled(body(subject)) })),
  }
}

/** Composes a message from scratch or from a template. */
export function composeMessage(context: BenchContext, params: ParsedParams<'callbacks.compose'>): Outgoing {
  const { projectId, paymentKey, template: templateId, kind: wantedKind, ...edit } = params
  const owner = ownerOf(context, { projectId, paymentKey })
  const { project, payment } = owner
  const template = templateId === undefined ? undefined : findTemplate(templateId)
  const kind = wantedKind ?? template?.kind ?? 'other'
  const start = template && filled(template.body(subjectOf(context, owner)))
  const body = edit.body ?? start?.body
  if (body === undefined) throw invalidParam('body', 'Give a body or the id of a template.')
  const bytes = new TextEncoder().encode(body)
  const isSigned = edit.signing !== 'keep' && edit.signing !== 'omit'
  const place = edit.place ?? (isSigned ? start?.place : undefined)
  const origin: MessageOrigin = {
    id: null,
    kind,
    projectId: project.projectId,
    paymentKey: payment?.key ?? null,
    paymentId: payment?.paymentId ?? '',
    operationId: kind === 'result' ? (payment?.operations.at(-1)?.id ?? null) : null,
    target: targetOf(owner, kind),
    method: 'POST',
    headers: callbackHeaders(bytes.byteLength),
    body: bytes,
  }
  const outgoing = makeOutgoing(context, origin, { ...edit, ...present({ place }) })
  const from = template === undefined ? 'Composed' : `Composed from “${template.name}”`
  return { ...outgoing, change: `${from}; ${outgoing.change.toLowerCase()}` }
}

function findTemplate(id: string): CallbackTemplate {
  const template = CALLBACK_TEMPLATES.find((one) => one.id === id)
  if (template !== undefined) return template
  const message = `There is no template "${id}". Available templates: ${CALLBACK_TEMPLATES.map((one) => one.id).join(', ')}.`
  throw invalidParam('template', message)
}
