import { errorBody } from '../../../domain/api/errors'
import type { ApiError } from '../../../domain/api/errors'
import { encodeUtf8 } from '../../../lib/bytes/utf8'
import { wireTime } from '../../../lib/time/wire-time'
import { issuerPlace } from '../../../platform/form/session/present'
import type { FormSession } from '../../../platform/form/session/session'
import type { IssuerPlace } from '../../../domain/form/view'
import { parseJson } from '../../../lib/json/parse'
import { timersOf } from '../../../domain/payment/timers'
import type { Project, ProjectSwitches } from '../../../domain/project/project'
import { planFor } from '../../../domain/provider/outcome'
import { canonicalise } from '../../../domain/signature/canonical'
import type { DiagnosticCrypto } from '../../../domain/signature/crypto'
import { dialects, type DialectId } from '../../../domain/signature/dialects'
import { signatureOf } from '../../../domain/signature/sign'
import { closedApi, wrongSignature } from '../../../platform/platform-app'
import { refusedSignature } from '../../../platform/api/refused-signature'
import { commandAnswer, statusRequestAnswer } from '../../../platform/api/requests'
import { verdictOf } from '../../../bench/verdict'
import { planOf, retriesOf } from '../../../platform/form/server/form-actions'
import { readStoredJson } from '../../../bench/stored-json'
import type { OutgoingReply } from '../../../bench/ports'
import { firstPage, sampleOpening, sampleSession } from './sample-opening'
import { DECLINE_CARD, sampleRun, SUCCESS_CARD, type SampleRun, type SampleWorld } from './sample-run'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time/units'

/** What a scene may use besides the project. */
export interface SceneTools {
  readonly world: SampleWorld
  readonly crypto: DiagnosticCrypto
}

/** Where a switch makes a difference: a body, or what happens in words where there is none. */
export interface SwitchScene<Name extends keyof ProjectSwitches> {
  readonly title: string
  /** What the default is compared with while the switch stands at its default. */
  readonly example: ProjectSwitches[Name]
  /** Other switches without which this one changes nothing. */
  readonly needs?: Partial<ProjectSwitches>
  readonly show: (project: Project, tools: SceneTools) => string
}

const DATA_CARD = '4000000000017006'
const CHALLENGE_CARD = '4314220000000056'
const PARTIAL_CARD = '5126160000356675'
/** As the provider answers the decline card. */
const DECLINED_PLAN = planFor({
  cardNumber: DECLINE_CARD,
  switches: { outcome: { mode: 'card' } },
  registersRecurring: false,
  threeDSecure: false,
})
const RETURN_URL = 'https://shop.example/back'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** A body without its signature, which differs wherever the body does. */
function bodyOf({ status, body }: OutgoingReply): string {
  const { signature: _, ...rest } = readStoredJson(new TextDecoder().decode(body)) as Record<string, unknown>
  return `HTTP ${String(status)}\n${json(rest)}`
}

const refused = (fault: ApiError): string => `HTTP ${String(fault.httpStatus)}\n${json(errorBody(fault))}`

const lastCallback = ({ callbacks }: SampleRun): string => {
  const last = callbacks.at(-1)
  return last === undefined ? 'No callback is sent.' : json(last.body)
}

/** Kinds and statuses of all callbacks, a line each. */
const callbackLines = ({ callbacks }: SampleRun): string =>
  callbacks.length === 0
    ? 'No callback is sent.'
    : callbacks.map(({ kind, body }) => `Callback: ${kind}, ${statusIn(body)}`).join('\n')

function statusIn(body: Readonly<Record<string, unknown>>): string {
  const { status, payment } = body
  if (typeof status === 'string') return status
  return typeof payment === 'object' && payment !== null && 'status' in payment ? String(payment.status) : ''
}

const statusAnswerOf = (run: SampleRun, project: Project, { crypto, world }: SceneTools): string =>
  bodyOf(statusRequestAnswer(run.payment, project, { crypto, now: run.now, acsUrl: world.acsUrl }))

const followUp = (type: 'capture' | 'cancel' | 'refund', amount: number | null = null) =>
  ({
    type,
    by: 'merchant',
    requestId: 'request-2',
    amount,
    currency: amount === null ? null : 'EUR',
    merchantRefundId: type === 'refund' ? 'return-1' : null,
  }) as const

const submission = (data: Readonly<Record<string, unknown>>) =>
  ({
    type: 'submitClarification',
    via: 'api',
    requestId: 'request-2',
    fingerprint: 'sample',
    additionalData: data,
  }) as const

/** A payment that the customer makes on the form. */
function formRun(project: Project, { world, crypto }: SceneTools, card: string): SampleRun | null {
  const session = sampleSession(project, world, crypto)
  if (session === null) return null
  const byForm = {
    plan: planOf(session, project, { kind: 'typed', card: { number: card } }),
    retries: retriesOf(session, project),
  }
  return sampleRun(project, world, { card, byForm })
}

const FORM_DOES_NOT_OPEN = 'The form does not open with the other switches of this project.'

const onForm =
  (show: (session: FormSession, project: Project, tools: SceneTools) => string) =>
  (project: Project, tools: SceneTools): string => {
    const session = sampleSession(project, tools.world, tools.crypto)
    return session === null ? FORM_DOES_NOT_OPEN : show(session, project, tools)
  }

const declinedOnForm =
  (show: (run: SampleRun) => string) =>
  (project: Project, tools: SceneTools): string => {
    const run = formRun(project, tools, DECLINE_CARD)
    return run === null ? FORM_DOES_NOT_OPEN : show(run)
  }

/** What becomes of an opening that differs from the usual one. */
const opened =
  (change: Parameters<typeof sampleOpening>[3]) =>
  (project: Project, { world, crypto }: SceneTools): string => {
    const opening = sampleOpening(project, world, crypto, change)
    return opening.ok ? 'HTTP 200\nThe form opens.' : refused(opening.fault)
  }

/** A request whose signature was made from another text than the reference takes, and what it is answered. */
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
      ports: { crypto },
      place,
    })
    const told = project.switches.explainSignatures ? (mistake?.says ?? null) : null
    return refused(wrongSignature(place, verdict, told))
  }
}

function canonicalText(text: string, dialect: DialectId): string {
  const read = parseJson(text)
  const canonical = read.ok ? canonicalise(read.root, dialects[dialect], 'api') : null
  if (canonical?.ok !== true) throw new Error('The sample text cannot be signed')
  return canonical.text
}

const SIGNED_SAMPLE = '{"general":{"payment_id":"order-1"},"rate":1.0}'

const closed =
  (caller: Parameters<typeof closedApi>[0], open: string) =>
  (project: Project): string => {
    const fault = closedApi(caller, project)
    return fault === null ? open : refused(fault)
  }

const CALLER = { httpVersion: '1.1', remoteAddress: '127.0.0.1' } as const

const PLACES: Readonly<Record<IssuerPlace, string>> = {
  frame: 'The form shows the page of the issuer itself, in its frame.',
  page: 'The form goes to the page of the issuer.',
  new_tab: 'The page of the issuer opens in a new tab.',
  parent: 'The form asks the merchant’s page to go to the page of the issuer.',
}

/** Every switch with the place where it shows; a switch without one does not compile. */
export const SWITCH_SCENES: { readonly [Name in keyof ProjectSwitches]: SwitchScene<Name> } = {
  outcome: {
    title: 'Answer to a status request, an hour after a sale with the success card',
    example: { mode: 'hold' },
    show(project, tools) {
      const run = sampleRun(project, tools.world, { card: SUCCESS_CARD })
      run.advance(HOUR_MS)
      return statusAnswerOf(run, project, tools)
    },
  },
  partialApproval: {
    title: 'Result callback of a sale over 120.01 EUR with a partial-approval card',
    example: true,
    needs: { outcome: { mode: 'card' } },
    show: (project, { world }) =>
      lastCallback(sampleRun(project, world, { card: PARTIAL_CARD, amount: 12_001 })),
  },
  processingDeadlineMs: {
    title: 'How long a payment that is asked for data can stay open',
    example: 10 * MINUTE_MS,
    show(project, { world }) {
      const { payment } = sampleRun(project, world, { card: DATA_CARD })
      return `Registered:            ${wireTime(payment.createdAt)}\nDeclined at the latest: ${wireTime(payment.deadlineAt)}`
    },
  },
  clarificationTimeoutCode: {
    title: 'Result callback of a payment whose data never came',
    example: '3191',
    needs: { outcome: { mode: 'card' }, processingDeadlineMs: DAY_MS },
    show(project, { world }) {
      const run = sampleRun(project, world, { card: DATA_CARD })
      run.advance(HOUR_MS)
      return lastCallback(run)
    },
  },
  deadlineCode: {
    title: 'Result callback of a payment that was still open at its processing deadline',
    example: '601',
    needs: { outcome: { mode: 'card' }, processingDeadlineMs: 10 * MINUTE_MS },
    show(project, { world }) {
      const run = sampleRun(project, world, { card: DATA_CARD })
      run.advance(HOUR_MS)
      return lastCallback(run)
    },
  },
  clarificationAnswers: {
    title: 'Answer to a submission that leaves a field open, and all callbacks up to the result',
    example: 'callbacks_only',
    needs: { outcome: { mode: 'card' } },
    show(project, { world, crypto }) {
      const run = sampleRun(project, world, { card: DATA_CARD })
      const decision = run.do(submission({ avs_data: { avs_post_code: 'H91' } }))
      const answer = commandAnswer(decision, run.payment, project, {
        ...{ crypto, now: run.now, acsUrl: world.acsUrl },
      })
      run.do(submission({ avs_data: { avs_street_address: '14 Long Walk' } }))
      return `${bodyOf(answer)}\n\n${callbackLines(run)}`
    },
  },
  statusInPayment: {
    title: 'Clarification callback',
    example: true,
    needs: { outcome: { mode: 'card' }, clarificationAnswers: 'both', intermediateLayout: 'mission' },
    show: (project, { world }) => lastCallback(sampleRun(project, world, { card: DATA_CARD })),
  },
  publicFields: {
    title: 'Answer to a status request after a refund of a part',
    example: 'all',
    needs: { outcome: { mode: 'card' }, statusDetails: 'available', followUps: 'approve' },
    show(project, tools) {
      const run = sampleRun(project, tools.world)
      run.do(followUp('refund', 650))
      return statusAnswerOf(run, project, tools)
    },
  },
  intermediateCallbacks: {
    title: 'Callbacks of a payment whose customer passes 3-D Secure on the form',
    example: false,
    needs: { outcome: { mode: 'card' }, threeDSecure: 'form', formFailure: false },
    show(project, tools) {
      const run = formRun(project, tools, CHALLENGE_CARD)
      if (run === null) return FORM_DOES_NOT_OPEN
      const code = run.payment.challenge?.valid ?? null
      run.do({ type: 'submitChallenge', requestId: 'request-2', code })
      return callbackLines(run)
    },
  },
  intermediateLayout: {
    title: 'Clarification callback',
    example: 'result',
    needs: { outcome: { mode: 'card' }, clarificationAnswers: 'both' },
    show: (project, { world }) => lastCallback(sampleRun(project, world, { card: DATA_CARD })),
  },
  cancelSpelling: {
    title: 'Callback of a cancelled hold',
    example: 'cancelled',
    needs: { outcome: { mode: 'card' }, followUps: 'approve' },
    show(project, { world }) {
      const run = sampleRun(project, world, { operation: 'auth' })
      run.do(followUp('cancel'))
      return lastCallback(run)
    },
  },
  callbackRules: {
    title: 'Where result callbacks go',
    example: [{ result: 'success', url: 'https://shop.example/paid' }],
    needs: { outcome: { mode: 'card' } },
    show: (project, { world }) =>
      [SUCCESS_CARD, DECLINE_CARD]
        .map((card) => {
          const { payment, callbacks } = sampleRun(project, world, { card })
          return `${payment.status}: ${callbacks.at(-1)?.target ?? 'nothing is sent'}`
        })
        .join('\n'),
  },
  verifyCallbackCertificate: {
    title: 'A callback to a merchant with a self-signed certificate',
    example: true,
    show: ({ switches }) =>
      switches.verifyCallbackCertificate
        ? 'The connection is closed before anything is sent.\nThe attempt has failed, and the retry schedule goes on.'
        : 'The callback is sent.\nThe attempt says what is wrong with the certificate.',
  },
  lenientSignatures: {
    title: 'Answer to a request that was signed as the Python SDK signs',
    example: true,
    show: wronglySigned(SIGNED_SAMPLE, (dialect) => canonicalText(SIGNED_SAMPLE, dialect), 'PY'),
  },
  explainSignatures: {
    title: 'Answer to a request whose string to sign ends with a semicolon',
    example: true,
    show: wronglySigned(SIGNED_SAMPLE, (dialect) => `${canonicalText(SIGNED_SAMPLE, dialect)};`, 'REF'),
  },
  statusFields: {
    title: 'Answer to a status request after a sale',
    example: 'mission',
    needs: { statusDetails: 'available' },
    show: (project, tools) => statusAnswerOf(sampleRun(project, tools.world), project, tools),
  },
  statusDetails: {
    title: 'Answer to a status request for a payment that there is',
    example: 'unavailable',
    show: (project, tools) => statusAnswerOf(sampleRun(project, tools.world), project, tools),
  },
  http10: {
    title: 'Answer to a request in HTTP/1.0',
    example: 'refuse',
    needs: { apiFailure: false },
    show: closed(
      { ...CALLER, httpVersion: '1.0' },
      'The request is answered like any other.\nTraffic marks it as HTTP/1.0.',
    ),
  },
  allowedCallers: {
    title: 'Answer to a request from 127.0.0.1',
    example: ['203.0.113.9'],
    needs: { apiFailure: false },
    show: closed(CALLER, 'The request is answered like any other.'),
  },
  apiFailure: {
    title: 'Answer to any request of the API',
    example: true,
    show: closed(CALLER, 'The request is answered like any other.'),
  },
  threeDSecureByApi: {
    title: 'First callback of a sale with acs_return_url and a challenge card',
    example: 'off',
    needs: { outcome: { mode: 'card' }, intermediateCallbacks: true },
    show(project, { world }) {
      const { callbacks } = sampleRun(project, world, { card: CHALLENGE_CARD, returnUrl: RETURN_URL })
      return json(callbacks[0]?.body)
    },
  },
  threeDSecure: {
    title: 'Answer to a status request after a customer paid on the form with a challenge card',
    example: 'off',
    needs: { outcome: { mode: 'card' }, formFailure: false },
    show(project, tools) {
      const run = formRun(project, tools, CHALLENGE_CARD)
      return run === null ? FORM_DOES_NOT_OPEN : statusAnswerOf(run, project, tools)
    },
  },
  embeddedThreeDSecure: {
    title: 'The page of the issuer on an embedded form',
    example: 'frame',
    needs: { formFailure: false },
    show: onForm(
      ({ settings }, { switches }) => PLACES[issuerPlace({ ...settings, frameMode: 'embedded' }, switches)],
    ),
  },
  retries: {
    title: 'Last callback after a decline on the form',
    example: true,
    needs: { outcome: { mode: 'card' }, intermediateCallbacks: true, formFailure: false },
    show: declinedOnForm(lastCallback),
  },
  retryLimit: {
    title: 'A customer on the form who is declined each time and tries again',
    example: 3,
    needs: { outcome: { mode: 'card' }, retries: true, formFailure: false },
    show: declinedOnForm((run) => {
      const lines: string[] = []
      for (;;) {
        const { attempts, account } = run.payment
        const said = attempts === null ? 'the payment is declined' : 'another attempt is offered'
        lines.push(`Attempt ${String(lines.length + 1)}: ${said}`)
        if (attempts === null) return lines.join('\n')
        run.do({
          ...{ type: 'startAttempt', requestId: 'request-2', account, supplied: {} },
          plan: DECLINED_PLAN,
        })
      }
    }),
  },
  retryWindowMs: {
    title: 'Intermediate callback after a decline on the form',
    example: 2 * MINUTE_MS,
    needs: { outcome: { mode: 'card' }, retries: true, intermediateCallbacks: true, formFailure: false },
    show: declinedOnForm(lastCallback),
  },
  collectedFields: {
    title: 'What the first page of the form asks for',
    example: [
      { path: 'customer.billing.country', required: true, shown: true },
      { path: 'customer.billing.city', required: false, shown: true },
    ],
    needs: { formFailure: false },
    show: onForm((session, project, { world }) => {
      const page = firstPage(session, project, world)
      const fields =
        page.kind === 'details'
          ? page.fields
          : page.kind === 'card' && page.extra !== null
            ? [page.extra]
            : []
      return [
        page.kind === 'details' ? 'A page before the card:' : 'The card',
        ...fields.map(({ path, required }) => `${path}${required ? '' : ' (optional)'}`),
      ].join('\n')
    }),
  },
  guests: {
    title: 'Opening the form without customer_id',
    example: true,
    needs: { formFailure: false },
    show: opened({ without: 'customer_id' }),
  },
  saveCards: {
    title: 'The card page of the form',
    example: false,
    needs: { formFailure: false, collectedFields: [] },
    show: onForm((session, project, { world }) => {
      const page = firstPage(session, project, world)
      return page.kind === 'card' && page.canSave
        ? 'The customer can have the card saved for the next payment.'
        : 'Nothing is said of saving the card.'
    }),
  },
  strictBaseUrl: {
    title: 'Opening the form with the baseUrl of somewhere else',
    example: true,
    needs: { formFailure: false },
    show: opened({ with: { baseUrl: 'https://elsewhere.example' } }),
  },
  formFailure: {
    title: 'Opening the form',
    example: true,
    show: opened({}),
  },
  holdTimeMs: {
    title: 'How long an authorisation waits for its capture',
    example: 2 * DAY_MS,
    needs: { outcome: { mode: 'card' } },
    show(project, { world }) {
      const { payment } = sampleRun(project, world, { operation: 'auth' })
      const end = timersOf(payment).find(({ name }) => name === 'hold')
      const time = (at: number | null | undefined): string =>
        typeof at === 'number' ? wireTime(at) : 'never'
      return `Held:                   ${wireTime(payment.updatedAt)}\nThe platform acts at:   ${time(end?.dueAt)}\nThe hold ends at:       ${time(payment.holdEndsAt)}`
    },
  },
  holdEnd: {
    title: 'Callback at the end of a hold',
    example: 'capture',
    needs: { outcome: { mode: 'card' } },
    show(project, { world }) {
      const run = sampleRun(project, world, { operation: 'auth' })
      run.advance(project.switches.holdTimeMs)
      return lastCallback(run)
    },
  },
  followUps: {
    title: 'Status answer after the request for a refund',
    example: 'decline',
    needs: { outcome: { mode: 'card' }, statusDetails: 'available' },
    show(project, tools) {
      const run = sampleRun(project, tools.world)
      run.do(followUp('refund', 650))
      return statusAnswerOf(run, project, tools)
    },
  },
  reversalRule: {
    title: 'Callback of a return of a part on the day of the purchase',
    example: 'amount',
    needs: { outcome: { mode: 'card' }, followUps: 'approve' },
    show(project, { world }) {
      const run = sampleRun(project, world)
      run.do(followUp('refund', 650))
      return lastCallback(run)
    },
  },
}
