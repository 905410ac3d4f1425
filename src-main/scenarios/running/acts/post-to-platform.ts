import { randomBytes } from 'node:crypto'
import { isRecord } from '#lib/json/record'
import type { RunContext, ResponseSeen } from '#scenarios/running/context'
import type { HttpRequest } from '#scenarios/running/http'
import { evidenceOfExchange, evidenceOfHttp } from '#scenarios/running/texts'

/** A request as the merchant's back end sends it. */
export interface MerchantRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly signature?: 'valid' | 'wrong' | 'missing' | 'empty' | undefined
  /** The name under which its response is kept. */
  readonly name: string
}

/**
 * Signs a request in `general` (contract 2.1), or at its top level where it has none (contract 5.4), posts it and keeps
 * the response.
 */
export async function postToPlatform(
  run: RunContext,
  { path, body, signature, name }: MerchantRequest,
): Promise<ResponseSeen> {
  const text = await signed(run, body, signature ?? 'valid')
  const requestId = newRequestId()
  const request: HttpRequest = {
    url: `${run.platform}${path}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
    body: text,
  }
  const response = await run.send(request)
  const recorded = await recordedExchange(run, requestId)
  const evidence =
    recorded === null ? evidenceOfHttp({ ...request, body: null }, response) : evidenceOfExchange(recorded)
  const seen = { response, evidence, view: null }
  run.responses.set(name, seen)
  return seen
}

async function signed(
  run: RunContext,
  body: Readonly<Record<string, unknown>>,
  how: MerchantRequest['signature'],
): Promise<string> {
  if (how === 'missing') return JSON.stringify(body)
  const projectId = run.projectId
  const { signature: right } = await run.bench.call('signature.sign', {
    body: JSON.stringify(body),
    projectId,
  })
  const signature = how === 'empty' ? '' : how === 'wrong' ? wrong(right) : right
  const general = body['general']
  return JSON.stringify(
    isRecord(general) ? { ...body, general: { ...general, signature } } : { ...body, signature },
  )
}

/** A signature of the same form that is certainly wrong. */
const wrong = (signature: string): string => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)

/** An `X-Request-Id`, by which {@link recordedExchange} finds a request. */
export const newRequestId = (): string => randomBytes(16).toString('hex')

/** What the bench has recorded of the request with this id, with its card data masked. */
export async function recordedExchange(run: RunContext, requestId: string) {
  const { items } = await run.bench.call('exchanges.list', { query: requestId, limit: 1 })
  const found = items[0]
  if (found === undefined) return null
  run.own.add(found.id)
  return run.bench.call('exchanges.get', { id: found.id })
}
