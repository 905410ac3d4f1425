import { encodeUtf8 } from '#lib/bytes/utf8'
import { parseJson } from '#lib/json/parse'
import { sentNameOf } from '#domain/method/method'
import { methodPlan } from '#domain/method/method-plan'
import { type Method, SAMPLE_METHOD } from '#domain/project/method-shape'
import type { Project } from '#domain/project/project'
import { succeeded } from '#domain/provider/outcome-steps'
import { canonicalise } from '#domain/signature/canonical'
import { dialects, type DialectId } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import { accessError, refusedSignature, wrongSignatureError } from '#platform/api/authenticate'
import { cascadeBody, offeredMethod } from '#platform/api/actions'
import { cascadeRetries } from '#platform/payments/registration'
import { commandResponse, statusRequestResponse, statusResponse } from '#platform/api/responses'
import { ackResponse } from '#platform/exchanges/recorder'
import { readStoredJson } from '#core/stored-json'
import { verdictOf } from '#core/verdict'
import { sampleRun, SampleRefusal, SUCCESS_CARD } from './sample-run'
import { HOUR_MS } from '#lib/time/time'
import {
  type SceneTools,
  type Scenes,
  DATA_CARD,
  REDIRECTING,
  bodyOf,
  json,
  refusedText,
  callbackLines,
  statusResponseOf,
  followUp,
  submission,
} from './scene'

/** The response to the request `text` if that request is signed over `signedText` instead of its string to sign. */
function wronglySigned(
  text: string,
  signedText: (dialect: DialectId) => string,
  dialect: DialectId,
): (project: Project, tools: SceneTools) => string {
  return (project, { crypto }) => {
    const signature = signatureOf(signedText(dialect), project.secret, crypto)
    const body = text.replace('"payment_id"', `"signature":${JSON.stringify(signature)},"payment_id"`)
    const read = parseJson(body)
    if (!read.ok) throw new Error(read.message)
    const place = 'general.signature'
    const verdict = verdictOf({ root: read.root, project, crypto, surface: 'api', place })
    if (verdict.state === 'valid') return `HTTP 200\n${verdict.explanation}`
    const mistake = refusedSignature({
      root: read.root,
      body: encodeUtf8(body),
      verdict,
      project,
      projects: { all: () => [project] },
      crypto,
      place,
    })
    const explanation = project.switches.explainSignatures ? (mistake?.text ?? null) : null
    return refusedText(wrongSignatureError(place, verdict, explanation))
  }
}

function canonicalText(text: string, dialect: DialectId): string {
  const read = parseJson(text)
  const canonical = read.ok ? canonicalise(read.root, dialects[dialect], 'api') : null
  if (canonical?.ok !== true) throw new Error('The sample text cannot be signed')
  return canonical.text
}

const SIGNED_SAMPLE = '{"general":{"payment_id":"order-1"},"rate":1.0}'

const accessResponse =
  (caller: Parameters<typeof accessError>[0], open: string) =>
  (project: Project): string => {
    const error = accessError(caller, project)
    return error === null ? open : refusedText(error)
  }

const CALLER = { httpVersion: '1.1', remoteAddress: '127.0.0.1' } as const

const statusAfterSale = (project: Project, tools: SceneTools): string =>
  statusResponseOf(sampleRun(project, tools.world), project, tools)

function statusAfterRefund(project: Project, tools: SceneTools): string {
  const run = sampleRun(project, tools.world)
  run.do(followUp('refund', 650))
  return statusResponseOf(run, project, tools)
}

const SKRILL: Pick<Method, 'path' | 'currencies'> = { path: 'wallet/skrill', currencies: [] }

/** A method of two kinds. */
const KUCOIN: Pick<Method, 'path' | 'form' | 'currencies' | 'operations'> = {
  path: 'wallet/kucoin',
  form: 'kucoin',
  currencies: [],
  operations: {
    sale: {
      parameters: [],
      customer: ['qr', 'redirect'],
      display: [{ type: 'qr_data', title: 'qr_code_data' }],
    },
  },
}

/** The response to a sale by this method. @throws SampleRefusal if the project refuses the sale */
function saleBy({ path, currencies }: typeof SKRILL, project: Project, { world }: SceneTools): string {
  const label = `/v2/payment/${path}/sale`
  const endpoint = { kind: 'methodSale', contract: '16.2', method: path, label } as const
  const body = { payment: { amount: 4650, currency: currencies[0] ?? 'EUR' } }
  const { refusal } = offeredMethod({ request: { endpoint, body, project }, now: world.now }, 'sale')
  if (refusal !== null) throw new SampleRefusal(refusal)
  return `POST ${label}\nThe request is handled as usual.`
}

const saleBySkrill = (project: Project, tools: SceneTools): string => saleBy(SKRILL, project, tools)

/** Samples for switches that affect responses of the API. */
export const API_SCENES = {
  outcome: {
    title: 'Response to a status request, an hour after a sale with the success card',
    example: { mode: 'hold' },
    show(project, tools) {
      const run = sampleRun(project, tools.world, { card: SUCCESS_CARD })
      run.advance(HOUR_MS)
      return statusResponseOf(run, project, tools)
    },
  },
  clarificationAnswers: {
    title: 'Response to a submission that leaves a field open, and all callbacks up to the result',
    example: 'callbacks_only',
    needs: { outcome: { mode: 'card' } },
    show(project, { world, crypto }) {
      const run = sampleRun(project, world, { card: DATA_CARD })
      const decision = run.do(submission({ avs_data: { avs_post_code: 'H91' } }))
      const answer = commandResponse(decision, run.payment, project, { ...world, crypto, now: run.now })
      run.do(submission({ avs_data: { avs_street_address: '14 Long Walk' } }))
      return `${bodyOf(answer)}\n\n${callbackLines(run)}`
    },
  },
  publicFields: {
    title: 'Response to a status request after a partial refund',
    example: 'all',
    needs: { outcome: { mode: 'card' }, statusDetails: 'available', followUps: 'approve' },
    show: statusAfterRefund,
  },
  lenientSignatures: {
    title: 'Response to a request that was signed as the Python SDK signs',
    example: true,
    show: wronglySigned(SIGNED_SAMPLE, (dialect) => canonicalText(SIGNED_SAMPLE, dialect), 'PY'),
  },
  explainSignatures: {
    title: 'Response to a request whose string to sign ends with a semicolon',
    example: true,
    show: wronglySigned(SIGNED_SAMPLE, (dialect) => `${canonicalText(SIGNED_SAMPLE, dialect)};`, 'REF'),
  },
  statusFields: {
    title: 'Response to a status request after a sale',
    example: 'mission',
    needs: { statusDetails: 'available' },
    show: statusAfterSale,
  },
  statusDetails: {
    title: 'Response to a status request for an existing payment',
    example: 'unavailable',
    show: statusAfterSale,
  },
  statusSignature: {
    title: 'Response to a status request after a sale',
    example: 'missing',
    needs: { statusDetails: 'available' },
    show(project, { crypto, world }) {
      const run = sampleRun(project, world)
      const context = { ...world, crypto, now: run.now }
      const { status, body } = statusRequestResponse(run.payment, project, context)
      return `HTTP ${String(status)}\n${json(readStoredJson(new TextDecoder().decode(body)))}`
    },
  },
  http10: {
    title: 'Response to a request in HTTP/1.0',
    example: 'refuse',
    needs: { apiFailure: false },
    show: accessResponse(
      { ...CALLER, httpVersion: '1.0' },
      'The request is handled as usual.\nTraffic marks it as HTTP/1.0.',
    ),
  },
  allowedCallers: {
    title: 'Response to a request from 127.0.0.1',
    example: ['203.0.113.9'],
    needs: { apiFailure: false },
    show: accessResponse(CALLER, 'The request is handled as usual.'),
  },
  ownMethods: {
    title: 'Response to a sale by the first of these methods',
    example: [SAMPLE_METHOD],
    needs: { methods: [], unavailableMethods: [], methodWays: [] },
    show: (project, tools) => saleBy(project.switches.ownMethods[0] ?? SAMPLE_METHOD, project, tools),
  },
  methods: {
    title: 'Response to a sale by Skrill',
    example: [{ path: 'wallet/neteller' }],
    needs: { unavailableMethods: [], methodWays: [] },
    show: saleBySkrill,
  },
  unavailableMethods: {
    title: 'Response to a sale by Skrill',
    example: [{ path: 'wallet/skrill' }],
    needs: { methods: [], methodWays: [] },
    show: saleBySkrill,
  },
  methodWays: {
    title: 'Response to a status request after a sale by KuCoin, or to the sale if it is refused',
    example: [{ path: KUCOIN.path, way: 'redirect' }],
    needs: {
      outcome: { mode: 'card' },
      customers: { mode: 'wait' },
      statusDetails: 'available',
      methods: [],
      unavailableMethods: [],
    },
    show(project, tools) {
      saleBy(KUCOIN, project, tools)
      const plan = methodPlan(KUCOIN, 'sale', {}, project.switches)
      const method = sentNameOf(KUCOIN, project.switches.methodWays)
      const byForm = { plan, retries: null, method, methodPath: KUCOIN.path }
      return statusResponseOf(sampleRun(project, tools.world, { byForm }), project, tools)
    },
  },
  redirectMethod: {
    title: 'Response to a status request for a payment that waits for its customer at the provider',
    example: 'post',
    needs: { customers: { mode: 'wait' }, statusDetails: 'available' },
    show(project, tools) {
      const byForm = { plan: REDIRECTING, retries: null, methodPath: SKRILL.path }
      return statusResponseOf(sampleRun(project, tools.world, { byForm }), project, tools)
    },
  },
  cascade: {
    title: 'Response to a cascade step while the customer is at the provider',
    example: true,
    needs: { customers: { mode: 'wait' } },
    show(project, { world }) {
      const byForm = { plan: REDIRECTING, retries: cascadeRetries(project), methodPath: SKRILL.path }
      const run = sampleRun(project, world, { byForm })
      const decision = run.do({ type: 'requestProvider', requestId: 'request-2' })
      return json(cascadeBody(run.payment, decision))
    },
  },
  synchronous: {
    title: 'Response to a sale with the success card, and its callbacks',
    example: 'callback',
    needs: { outcome: { mode: 'card' } },
    show(project, { world, crypto }) {
      const run = sampleRun(project, world)
      const { paymentId, requestId } = run.payment
      const context = { ...world, crypto, now: run.now }
      const { synchronous } = project.switches
      const response =
        synchronous === 'off'
          ? ackResponse(requestId, project.projectId, paymentId)
          : statusResponse(run.payment, project, context)
      const callbacks = synchronous === 'alone' ? 'No callback is sent.' : callbackLines(run)
      return `${bodyOf(response)}\n\n${callbacks}`
    },
  },
  apiFailure: {
    title: 'Response to any API request',
    example: true,
    show: accessResponse(CALLER, 'The request is handled as usual.'),
  },
  refundTime: {
    title: 'Response to a status request after a refund request for a payment by Skrill',
    example: 'hour',
    needs: { statusDetails: 'available', followUps: 'approve' },
    show(project, tools) {
      const byForm = { plan: [succeeded()], retries: null, methodPath: SKRILL.path }
      const run = sampleRun(project, tools.world, { byForm })
      run.do(followUp('refund', 650))
      return statusResponseOf(run, project, tools)
    },
  },
  followUps: {
    title: 'Response to a status request after a refund request',
    example: 'decline',
    needs: { outcome: { mode: 'card' }, statusDetails: 'available' },
    show: statusAfterRefund,
  },
} satisfies Partial<Scenes>
