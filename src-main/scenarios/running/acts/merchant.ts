import { TASKS } from '#scenarios/foreign/foreign'
import { type ListedKind, pathOf } from '#domain/api/endpoints'
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
import { methodContent } from './method-content'
import { randomBytes } from 'node:crypto'
import { isRecord, type Members } from '#lib/json/node'
import { writePaRes } from '#domain/payment/pa-res'
import type { PaymentKey } from '#domain/ids'
import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '#lib/error-text'

/** Sends a sale or auth, and names its payment. */
export async function beginPayment(
  run: RunContext,
  verb: 'sale' | 'auth',
  args: ArgsOf<'sale'>,
): Promise<string> {
  const { id } = namePayment(run, args.as, args.id ?? run.newId(args.as))
  const [path, content] =
    args.method === undefined
      ? [pathOf(verb), firstContent(args)]
      : [`/v2/payment/${args.method}/sale`, await methodContent(run, args.method, commonContent(args))]
  const { response } = await postToPlatform(run, { ...args, id, name: args.as, path, content })
  const body = await run.foreign.run(TASKS.readBody, { text: response.text }, run.signal)
  run.names.set(args.as, { id, response: { http: response.status, body } })
  return `${verb} ${id}: HTTP ${response.status}`
}

type LaterArgs = ArgsOf<'capture'> & Partial<ArgsOf<'refund'>> & Partial<ArgsOf<'clarify'>>

const LATER_KINDS = {
  capture: 'capture',
  cancel: 'cancel',
  refund: 'refund',
  status: 'status',
  clarify: 'clarification',
  'resend code': 'codeResend',
} as const satisfies Readonly<Record<string, ListedKind>>

/** Sends a request about a payment of the run. */
export async function askPlatform(
  run: RunContext,
  verb: keyof typeof LATER_KINDS,
  args: LaterArgs,
): Promise<string> {
  const { id } = paymentNamed(run, args.of)
  const path = pathOf(LATER_KINDS[verb])
  const content = laterContent(verb, args)
  const { response } = await postToPlatform(run, { ...args, id, name: args.of, path, content })
  return `${verb} ${id}: HTTP ${response.status}`
}

/** Sends any other request, about a payment of the run (`of`) or a new one (`as`). */
export async function postAny(run: RunContext, args: ArgsOf<'post'>): Promise<string> {
  const { as = '', of, path } = args
  const { id } = of === undefined ? namePayment(run, as, run.newId(as)) : paymentNamed(run, of)
  const { response } = await postToPlatform(run, { ...args, id, name: of ?? as, content: {} })
  return `POST ${path} about ${id}: HTTP ${response.status}`
}

/** Reads an amount as minor units. */
export function amountOf(text: string): Amount {
  const sum = readAmount(text)
  if (sum !== null) return sum
  throw new StepFailure(
    `${text} is not an amount. Write it as in 46.50 EUR, with as many decimals as the currency has.`,
  )
}

const IP_ADDRESS = '203.0.113.9'

/** The content of a sale by any method, before the edits of the scenario. */
export const commonContent = ({ amount, customer }: Pick<ArgsOf<'sale'>, 'amount' | 'customer'>) => ({
  customer: { id: 'buyer-5', ip_address: IP_ADDRESS, ...customer },
  payment: amountOf(amount),
})

/** The content of a sale or auth by card besides `general`, before the edits of the scenario. */
export function firstContent({
  card = 'success',
  ...args
}: Pick<ArgsOf<'sale'>, 'amount' | 'card' | 'customer'>) {
  return {
    card: { pan: cardNumber(card), year: 2035, month: 7, cvv: '123', card_holder: 'NORA VALE' },
    ...commonContent(args),
  }
}

/** The content of a later request besides `general`, before the edits of the scenario. */
export function laterContent(verb: string, args: Omit<LaterArgs, 'of'>): Members {
  if (verb === 'status') return {}
  if (verb === 'resend code') return { customer: { ip_address: IP_ADDRESS } }
  if (verb === 'clarify') {
    const { avs_data, customer, account, data } = args
    const given = Object.entries({ avs_data, customer, account }).filter(([, value]) => value !== undefined)
    return { additional_data: { ...Object.fromEntries(given), ...data } }
  }
  const amount = args.amount === undefined ? undefined : amountOf(args.amount)
  const { description = 'Refund', refund_id: id } = args
  if (verb === 'refund')
    return { payment: { ...amount, description, ...(id === undefined ? {} : { merchant_refund_id: id }) } }
  return amount === undefined ? {} : { payment: amount }
}

interface MerchantRequest {
  readonly path: string
  readonly id: string
  readonly content: Members
  readonly body?: Members | undefined
  readonly signature?: 'valid' | 'wrong' | 'missing' | 'empty' | undefined
  readonly name: string
}

/** Posts a request, signed in `general` (contract 2.1) or, without it, at its top level (5.4); keeps the response. */
async function postToPlatform(run: RunContext, merchantRequest: MerchantRequest): Promise<ResponseSeen> {
  const { path, id, content, body: edits, signature = 'valid', name } = merchantRequest
  const body = editedBody({ general: { project_id: run.projectId, payment_id: id }, ...content }, edits)
  const requestId = newRequestId()
  const request: HttpRequest = {
    url: `${run.platform}${path}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
    body: await signedBody(run, body, signature),
  }
  const response = await run.send(request)
  const recorded = await recordedExchange(run, requestId)
  const evidence =
    recorded === null ? evidenceOfHttp({ ...request, body: null }, response) : evidenceOfExchange(recorded)
  const seen = { response, evidence, view: null }
  run.responses.set(name, seen)
  return seen
}

async function signedBody(
  run: RunContext,
  body: Members,
  how: NonNullable<MerchantRequest['signature']>,
): Promise<string> {
  const text = JSON.stringify(body)
  if (how === 'missing') return text
  const { signature: right } = await run.bench.call('signature.sign', {
    body: text,
    projectId: run.projectId,
  })
  // The wrong signature has the length and the alphabet of a valid one.
  const wrong = (right.startsWith('A') ? 'B' : 'A') + right.slice(1)
  const signature = { valid: right, empty: '', wrong }[how]
  const { general } = body
  return JSON.stringify(
    isRecord(general) ? { ...body, general: { ...general, signature } } : { ...body, signature },
  )
}

/** An `X-Request-Id`, by which {@link recordedExchange} finds a request. */
export const newRequestId = (): string => randomBytes(16).toString('hex')

/** The recorded exchange with this request id, with masked card data; null if there is none. */
export async function recordedExchange(run: RunContext, requestId: string) {
  const { items } = await run.bench.call('exchanges.list', { query: requestId, limit: 1 })
  const found = items[0]
  if (found === undefined) return null
  run.own.add(found.id)
  return run.bench.call('exchanges.get', { id: found.id })
}

const WRONG_CODE = '000000'
/** Most simulated issuers accept it; used if no challenge is open. */
const USUAL_CODE = '123456'

/** The payment, and the code that the customer enters on the issuer's page: null for a customer who leaves it. */
export async function enteredCode(
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

/** Sends the request that a merchant sends once the customer is back from the issuer (contract 5.6). */
export async function sendChallengeResult(
  run: RunContext,
  { of, challenge, body, signature }: ArgsOf<'challenge result'>,
): Promise<string> {
  const { id } = paymentNamed(run, of)
  const { key, code } = await enteredCode(run, of, challenge)
  const { response } = await postToPlatform(run, {
    ...{ id, name: of, path: pathOf('challengeResult'), body, signature },
    content: { md: key, pares: writePaRes({ md: key, code }) },
  })
  return `3-D Secure result of ${id}: HTTP ${response.status}`
}

const MAX_REDIRECTS = 10

/** Sends a request to the merchant's own back end, and follows redirects if the step says so. */
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

function requestOf({ url, method, headers, body, form }: ArgsOf<'request'>): HttpRequest {
  if (!URL.canParse(url))
    throw new StepFailure(`${url} is not a complete address. Start it with http:// or https://.`)
  const [type, text] =
    form !== undefined
      ? ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()]
      : typeof body === 'string' || body === undefined
        ? [null, body ?? null]
        : ['application/json', JSON.stringify(body)]
  return {
    url,
    method: method ?? (text === null ? 'GET' : 'POST'),
    headers: { ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    body: text,
  }
}
