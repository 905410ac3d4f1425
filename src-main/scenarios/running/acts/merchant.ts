import { TASKS } from '#scenarios/foreign/tasks'
import { pathOf } from '#domain/api/endpoint-of'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import type { RunContext } from '#scenarios/running/context'
import { editedBody } from '#scenarios/running/edit'
import { namePayment, paymentNamed } from '#scenarios/running/payments'
import { postToPlatform } from './post-to-platform'
import { beginningBody, laterContent } from './request-bodies'

export type MerchantVerb = 'sale' | 'auth' | 'capture' | 'cancel' | 'refund' | 'status' | 'clarify'

/** Sends a sale or auth under a name for its payment. */
export async function beginPayment(
  run: RunContext,
  verb: 'sale' | 'auth',
  args: ArgsOf<'sale'>,
): Promise<string> {
  const id = args.id ?? run.newId(args.as)
  const body = { general: { project_id: run.projectId, payment_id: id }, ...beginningBody(args) }
  const payment = namePayment(run, args.as, id)
  const { response } = await postToPlatform(run, {
    ...args,
    name: args.as,
    path: pathOf(verb),
    body: editedBody(body, args.body),
  })
  const responseBody = await run.foreign.run(TASKS.readBody, { text: response.text }, run.signal)
  run.names.set(args.as, { id: payment.id, response: { http: response.status, body: responseBody } })
  return `${verb} ${id}: HTTP ${response.status}`
}

type LaterArgs = ArgsOf<'capture'> & Partial<ArgsOf<'refund'>> & Partial<ArgsOf<'clarify'>>

/**
 * Sends a request about a payment of the run.
 * @throws StepFailure where `of` names no payment
 */
export async function askPlatform(
  run: RunContext,
  verb: Exclude<MerchantVerb, 'sale' | 'auth'>,
  args: LaterArgs,
): Promise<string> {
  const { id } = paymentNamed(run, args.of)
  const body = { general: { project_id: run.projectId, payment_id: id }, ...laterContent(verb, args) }
  const { response } = await postToPlatform(run, {
    ...args,
    name: args.of,
    path: pathOf(verb === 'clarify' ? 'clarification' : verb),
    body: editedBody(body, args.body),
  })
  return `${verb} ${id}: HTTP ${response.status}`
}

/**
 * Sends any other request, about a payment of the run (`of`) or a new one (`as`).
 * @throws StepFailure where `of` names no payment
 */
export async function postAny(run: RunContext, args: ArgsOf<'post'>): Promise<string> {
  const { as, of, path, signature } = args
  const { id } = of === undefined ? namePayment(run, as ?? '', run.newId(as ?? '')) : paymentNamed(run, of)
  const body = { general: { project_id: run.projectId, payment_id: id } }
  const { response } = await postToPlatform(run, {
    name: as ?? of ?? '',
    path,
    body: editedBody(body, args.body),
    signature,
  })
  return `POST ${path} about ${id}: HTTP ${response.status}`
}
