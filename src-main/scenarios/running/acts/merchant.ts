import { TASKS } from '#scenarios/foreign/foreign'
import { pathOf } from '#domain/api/endpoints'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import { editedBody, evidenceOfExchange, evidenceOfHttp, msOf } from '#scenarios/running/texts'
import {
  namePayment,
  neededKey,
  paymentNamed,
  type ResponseSeen,
  type RunContext,
} from '#scenarios/running/context'
import { type HttpRequest, type HttpResponse, RefusedConnection } from '#scenarios/running/http'
import { type Amount, cardNumber, readAmount } from '#scenarios/vocabulary/fields'
import { StepFailure } from '#scenarios/running/result'
import { randomBytes } from 'node:crypto'
import { isRecord, type Members } from '#lib/json/node'
import { writePaRes } from '#domain/payment/pa-res'
import type { PaymentKey } from '#domain/ids'
import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '#lib/error-text'

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

/**
 * Reads an amount in minor units.
 * @throws StepFailure where the text is not one once its variables are known
 */
export function sumOf(text: string): Amount {
  const sum = readAmount(text)
  if (sum !== null) return sum
  throw new StepFailure(
    `${text} is not an amount. Write it like 46.50 EUR, with the decimals of its currency.`,
  )
}

interface BeginArgs {
  readonly amount: string
  readonly card?: string | undefined
  readonly customer?: Members | undefined
}

/**
 * What a sale or auth sends besides `general`, before the edits of the scenario.
 * @throws StepFailure where `amount` is not an amount
 */
export function beginningBody({ amount, card, customer }: BeginArgs) {
  return {
    card: {
      pan: cardNumber(card ?? 'success'),
      year: 2035,
      month: 7,
      cvv: '123',
      card_holder: 'NORA VALE',
    },
    customer: { id: 'buyer-5', ip_address: '203.0.113.9', ...customer },
    payment: sumOf(amount),
  }
}

interface LaterMembers {
  readonly amount?: string | undefined
  readonly description?: string | undefined
  readonly refund_id?: string | undefined
  readonly avs_data?: Members | undefined
  readonly customer?: Members | undefined
  readonly account?: Members | undefined
  readonly data?: Members | undefined
}

/**
 * What a later request about a payment sends besides `general`, before the edits of the scenario.
 * @throws StepFailure where `amount` is not an amount
 */
export function laterContent(verb: string, args: LaterMembers): Members {
  if (verb === 'status') return {}
  if (verb === 'clarify') {
    const { avs_data, customer, account, data } = args
    const given = Object.entries({ avs_data, customer, account }).filter(([, value]) => value !== undefined)
    return { additional_data: { ...Object.fromEntries(given), ...data } }
  }
  const amount = args.amount === undefined ? undefined : sumOf(args.amount)
  const refund = {
    description: args.description ?? 'Refund',
    ...(args.refund_id === undefined ? {} : { merchant_refund_id: args.refund_id }),
  }
  if (verb === 'refund') return { payment: { ...amount, ...refund } }
  return amount === undefined ? {} : { payment: amount }
}

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
async function postToPlatform(
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

/** No simulated issuer accepts it. */
const WRONG_CODE = '000000'
/** The code that most simulated issuers accept; used where no challenge is open. */
const USUAL_CODE = '123456'

/** The payment, and the code that its customer types on the page of the issuer; null where the customer leaves it. */
export async function enteredAt(
  run: RunContext,
  name: string,
  challenge: string,
): Promise<{ readonly key: PaymentKey; readonly code: string | null }> {
  const key = await neededKey(run, name)
  if (challenge === 'leave') return { key, code: null }
  if (challenge === 'fail') return { key, code: WRONG_CODE }
  if (challenge !== 'pass') return { key, code: challenge }
  const { challenge: open } = await run.bench.call('payments.get', { key })
  return { key, code: open?.valid ?? USUAL_CODE }
}

/** Sends the request of the merchant after the customer came back from the issuer (contract 5.6). */
export async function sendChallengeResult(
  run: RunContext,
  { of, challenge, body: edits, signature }: ArgsOf<'challenge result'>,
): Promise<string> {
  const { id } = paymentNamed(run, of)
  const { key, code } = await enteredAt(run, of, challenge)
  const body = {
    general: { project_id: run.projectId, payment_id: id },
    md: key,
    pares: writePaRes({ md: key, code }),
  }
  const { response } = await postToPlatform(run, {
    name: of,
    path: pathOf('challengeResult'),
    body: editedBody(body, edits),
    signature,
  })
  return `3-D Secure result of ${id}: HTTP ${response.status}`
}

const MAX_REDIRECTS = 10

/**
 * Sends a request to the merchant's own back end and follows redirects where the step says so.
 * @throws StepFailure for a malformed address, and where no response comes
 */
export async function sendRequest(run: RunContext, args: ArgsOf<'request'>): Promise<string> {
  if (args.after !== undefined) await pause(msOf(args.after), null, { signal: run.signal })
  const request = requestOf(args)
  let response = await send(run, request)
  let { url } = request
  for (let hop = 0; args.follow === true && hop < MAX_REDIRECTS; hop += 1) {
    const location = response.headers['location']
    if (response.status < 300 || response.status > 399 || location === undefined) break
    url = new URL(location, url).href
    response = await send(run, { url, method: 'GET', headers: {}, body: null })
  }
  const name = args.as ?? 'request'
  run.responses.set(name, { response, evidence: evidenceOfHttp(request, response), view: null })
  run.names.set(name, {
    http: response.status,
    headers: response.headers,
    body: await run.foreign.run(TASKS.readBody, { text: response.text }, run.signal),
    text: response.text,
    url,
  })
  return `${request.method} ${request.url}: HTTP ${response.status}`
}

async function send(run: RunContext, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await run.send(request)
  } catch (error) {
    if (run.signal.aborted || error instanceof StepFailure) throw error
    const remedy =
      error instanceof RefusedConnection ? ". Start the merchant's back end, or correct the address." : ''
    throw new StepFailure(`${request.method} ${request.url} got no response: ${errorText(error)}${remedy}`)
  }
}

function requestOf({ url, method, headers = {}, body, form }: ArgsOf<'request'>): HttpRequest {
  if (!URL.canParse(url)) throw new StepFailure(`${url} is not an address. Give it with http:// or https://.`)
  const verb = method ?? (body === undefined && form === undefined ? 'GET' : 'POST')
  if (form !== undefined) {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return { url, method: verb, headers: { ...type, ...headers }, body: new URLSearchParams(form).toString() }
  }
  if (body === undefined) return { url, method: verb, headers, body: null }
  if (typeof body === 'string') return { url, method: verb, headers, body }
  return {
    url,
    method: verb,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
