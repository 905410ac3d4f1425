import type { PaymentKey } from '#domain/ids'
import { headersByName } from '#lib/http-message/message'
import type { Result } from '#protocol/methods'
import type { Candidate } from '#scenarios/matching/from-words'
import { writeAmount } from '#scenarios/vocabulary/fields'
import type { RunContext } from '#scenarios/running/context'
import { remarksOnPayment } from '#scenarios/running/remarks'
import type { Evidence } from '#scenarios/running/result'
import { evidenceOfCallback, evidenceOfExchange, jsonOf } from '#scenarios/running/texts'

export interface Seen extends Candidate {
  readonly id: string
  readonly body: string | null
  readonly paymentId: string
  evidence(): Promise<Evidence>
}

const MAX_LISTED = 500

/** For each kind, lists the newest messages (of the project or a payment) that no expectation used, oldest first. */
export const LISTS = {
  callback: listOf('callbacks.list', (run, id) => callbackWithId(run, id)),
  captured: listOf('captures.list', async (run, id) =>
    exchangeSeen(await run.bench.call('captures.get', { id }), 'capture'),
  ),
  // Requests to the API from the merchant's back end, without those that the scenario sent itself.
  received: listOf(
    'exchanges.list',
    async (run, id) => exchangeSeen(await run.bench.call('exchanges.get', { id }), 'exchange'),
    (run, { id, source }) => source === 'api' && !run.own.has(id),
  ),
} as const

function listOf(
  method: 'callbacks.list' | 'captures.list' | 'exchanges.list',
  load: (run: RunContext, id: string) => Promise<Seen>,
  isMeant: (run: RunContext, item: { readonly id: string; readonly source?: string }) => boolean = () => true,
) {
  return async (run: RunContext, key: PaymentKey | null): Promise<readonly Seen[]> => {
    const of = key === null ? { projectId: run.projectId } : { paymentKey: key }
    const { items } = await run.bench.call(method, { ...of, limit: MAX_LISTED })
    const fresh = items.filter((item) => !run.used.has(item.id) && isMeant(run, item))
    return Promise.all(fresh.reverse().map(({ id }) => load(run, id)))
  }
}

export async function callbackWithId(run: RunContext, id: string): Promise<Seen> {
  return callbackSeen(await run.bench.call('callbacks.get', { id }))
}

function callbackSeen(detail: Result<'callbacks.get'>): Seen {
  const { id, kind, state, attemptCount, lastStatus, body, headers, signature, paymentId } = detail
  return {
    id,
    label: `${kind} callback ${id} of ${paymentId} (${state})`,
    view: {
      kind,
      state,
      attempts: attemptCount,
      answer: lastStatus,
      headers: headersByName(headers),
      signature: signature.state,
    },
    bodies: { body },
    body,
    paymentId,
    evidence: () => Promise.resolve(evidenceOfCallback(detail)),
  }
}

function exchangeSeen(detail: Result<'exchanges.get'>, type: 'exchange' | 'capture'): Seen {
  const { id, method, path, headers, body, signature, reply, paymentId } = detail
  return {
    id,
    label: `${method} ${path} ${id}`,
    view: {
      method,
      path,
      headers: headersByName(headers),
      signature: signature.state,
      http: reply?.status,
      answer: reply?.status,
    },
    bodies: { body, response: reply?.body ?? null },
    body,
    paymentId: paymentId ?? '',
    evidence: () => Promise.resolve(evidenceOfExchange(detail, type)),
  }
}

export async function paymentSeen(run: RunContext, key: PaymentKey): Promise<Seen> {
  const detail = await run.bench.call('payments.get', { key })
  const { status, resultCode, resultMessage, clarification, operations, statusObject, paymentId } = detail
  return {
    id: key,
    label: `payment ${paymentId}`,
    view: {
      status,
      code: resultCode,
      message: resultMessage,
      amount: writeAmount(detail),
      remaining: clarification?.remaining,
      expires: clarification?.expiresAt,
      operations: operations.map((operation) => ({ ...operation, amount: writeAmount(operation) })),
      body: statusObject,
    },
    bodies: {},
    body: JSON.stringify(statusObject),
    paymentId,
    evidence: () =>
      Promise.resolve({
        title: `Payment ${paymentId}: ${status}${resultCode === '' ? '' : ` (${resultCode} ${resultMessage})`}`,
        reference: { type: 'payment', id: key },
        request: null,
        response: JSON.stringify(statusObject, null, 2),
        remarks: remarksOnPayment(detail),
      }),
  }
}

/** The verdict on the signature of a response (contract 2.1): `valid`, `invalid` or `missing`. */
export async function signatureOfResponse(run: RunContext, text: string): Promise<string> {
  const body = jsonOf(text) as
    { readonly signature?: unknown; readonly general?: { readonly signature?: unknown } } | null | undefined
  const received = body?.signature ?? body?.general?.signature
  if (received === undefined) return 'missing'
  const { signature } = await run.bench.call('signature.sign', { body: text, projectId: run.projectId })
  return signature === received ? 'valid' : 'invalid'
}
