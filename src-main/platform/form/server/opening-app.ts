import { decodeUtf8 } from '../../../lib/bytes/utf8'
import { checkOpening } from '../opening/check-opening'
import { BODY_TOO_LARGE, errorDescription, OWN_FAILURE, TARGET_TOO_LONG } from '../opening/form-error'
import type { FormError } from '../opening/form-error'
import { languageOf } from '../opening/language'
import type { Opening } from '../opening/opening'
import { themeOf } from '../opening/theme-of'
import { parameterCheckAnswer } from '../opening/parameter-check'
import { readParameters } from '../opening/read-parameters'
import type { ReceivedParameters } from '../opening/received'
import { renderErrorPage } from '../pages/error-page'
import { sessionPath } from '../session/session'
import type { Payment } from '../../../domain/payment/payment'
import { resultMessage } from '../../../domain/result-code/result-codes'
import type { DiagnosticCrypto } from '../../../domain/signature/crypto'
import { NO_SUBJECT } from '../../../bench/exchange-record'
import type { Subject } from '../../../bench/exchange-record'
import { jsonResponse } from '../../exchanges/json-reply'
import type { UnfinishedSearch } from '../../exchanges/finishing-searches'
import type { Handled } from '../../exchanges/recorder'
import { explainVerdict, unknownProjectVerdict, unreadableVerdict } from '../../../bench/verdict'
import type { PlatformIds } from '../../../bench/ids'
import type { Ledger } from '../../payments/ledger'
import type { OutgoingReply, SelfAddresses, PlatformRequest } from '../../../bench/ports'
import type { Projects } from '../../../bench/projects'
import type { FormPages } from './form-pages'
import { htmlAnswer } from './replies'
import { headerOf } from './request-headers'
import type { FormSessions } from '../session/sessions'
import { FORM_SCRIPT_PATH } from './static-files'

/** Openings of the form (contract 7.1, 7.2). */
export interface OpeningApp {
  open(request: PlatformRequest): Handled
  /** Says whether the form would open, and opens nothing. */
  check(request: PlatformRequest): Handled
  /** An opening at which the platform failed: its page or description like any refusal's, without asking the store. */
  failed(request: PlatformRequest): Handled
}

/** A request as far as it could be read and judged. */
interface Judged {
  readonly parameters: ReceivedParameters | null
  readonly opening: Opening<Payment>
}

export function createOpeningApp(options: {
  readonly projects: Projects
  readonly ledger: Ledger
  readonly sessions: FormSessions
  readonly pages: FormPages
  readonly ids: PlatformIds
  readonly crypto: DiagnosticCrypto
  readonly css: string
  readonly randomHex: (digits: number) => string
  readonly now: () => number
  readonly addresses: () => SelfAddresses | null
}): OpeningApp {
  const { projects, ledger, sessions, pages, ids, crypto, css, randomHex, now, addresses } = options

  const read = (request: PlatformRequest): ReturnType<typeof readParameters> => {
    if (request.targetTooLong) return { ok: false, fault: TARGET_TOO_LONG }
    if (request.tooLarge) return { ok: false, fault: BODY_TOO_LARGE }
    const { method, target, body } = request
    return readParameters({ method, target, contentType: headerOf(request, 'content-type'), body })
  }

  const judge = (request: PlatformRequest, signatureOptional = false): Judged => {
    const reading = read(request)
    if (!reading.ok) {
      const opening = { ok: false, fault: reading.fault, project: null, verdict: null, warnings: [] } as const
      return { parameters: null, opening }
    }
    const { parameters } = reading
    const own = addresses()
    const opening = checkOpening({
      parameters,
      signatureOptional,
      projectOf: (projectId) => projects.byId(projectId),
      existingPayment: (projectId, paymentId) => {
        const payment = ledger.byPaymentId(projectId, paymentId)
        return payment === null ? null : (ledger.upToDate(payment.key) ?? payment)
      },
      crypto,
      allProjects: () => projects.all(),
      now: now(),
      // The name under which the customer's browser has reached us counts as well as our own.
      origins: [
        ...(own === null ? [] : [own.platform, own.platformTls]),
        `${request.tlsVersion === null ? 'http' : 'https'}://${headerOf(request, 'host') ?? ''}`,
      ],
      acceptLanguage: headerOf(request, 'accept-language'),
    })
    return { parameters: opening.parameters ?? parameters, opening }
  }

  const subjectOf = ({ parameters, opening }: Judged): Subject => {
    const paymentId = parameters?.plain['payment_id']
    const projectId = opening.project?.projectId ?? null
    const named = typeof paymentId === 'string' || typeof paymentId === 'number' ? String(paymentId) : null
    if (projectId === null) return { ...NO_SUBJECT, paymentId: named }
    const payment = named === null ? null : ledger.byPaymentId(projectId, named)
    return { projectId, paymentId: named, paymentKey: payment?.key ?? null }
  }

  const handled = (request: PlatformRequest, judged: Judged, reply: OutgoingReply): Handled => {
    const { opening, parameters } = judged
    const { project, verdict } = opening
    const notes = [
      ...opening.warnings.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)),
      ...(parameters !== null && parameters.repeated.length > 0
        ? [`Repeated names, the last value counts: ${parameters.repeated.slice(0, 10).join(', ')}.`]
        : []),
    ]
    return {
      reply,
      fault: opening.ok ? null : opening.fault,
      verdict:
        project !== null && verdict !== null
          ? explainVerdict(verdict, project)
          : parameters === null
            ? unreadableVerdict('the parameters could not be read.')
            : project === null
              ? unknownProjectVerdict(null)
              : unreadableVerdict('it was refused before its signature was looked at.'),
      subject: subjectOf(judged),
      note: notes.length === 0 ? null : notes.join(' '),
      unfinished: unfinishedOf(judged, request),
    }
  }

  /** What the search for the mistake behind a signature has not tried yet; null where it came to its end. */
  const unfinishedOf = (
    { parameters, opening }: Judged,
    request: PlatformRequest,
  ): UnfinishedSearch | null => {
    if (opening.ok || opening.isCutShort !== true) return null
    const { project, verdict } = opening
    if (parameters === null || project === null || verdict === null) return null
    const { root, encoding } = parameters
    return {
      request: {
        root,
        bodyText: encoding === 'json' ? decodeUtf8(request.body) : undefined,
        surface: 'form',
        encoding,
        secret: project.secret,
        otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
        lenient: project.switches.lenientSignatures,
        crypto,
        place: 'signature',
      },
      verdict: explainVerdict(verdict, project),
    }
  }

  const refusal = (
    request: PlatformRequest,
    { parameters }: Pick<Judged, 'parameters'>,
    fault: FormError,
  ): OutgoingReply => {
    const requestId = ids.requestId(0)
    const description = errorDescription(fault, requestId)
    const allow = fault.httpStatus === 405 ? ([['Allow', 'GET, POST']] as const) : []
    if (wantsJson(request)) return jsonResponse(fault.httpStatus, description, allow)
    const nonce = randomHex(32)
    const frameMode = parameters?.plain['frame_mode']
    const html = renderErrorPage({
      language: languageOf(parameters, headerOf(request, 'accept-language')),
      status: fault.httpStatus,
      code: fault.code,
      message: resultMessage(fault.code),
      errors: fault.errors,
      description: JSON.stringify(description),
      requestId,
      framed: frameMode !== undefined && frameMode !== 'tab',
      popup: frameMode === 'popup',
      theme: themeOf(parameters?.plain['_theme']),
      css,
      nonce,
      script: FORM_SCRIPT_PATH,
    })
    const page = htmlAnswer(fault.httpStatus, html, nonce)
    return { ...page, headers: [...page.headers, ...allow] }
  }

  return {
    open(request) {
      const judged = judge(request)
      const { opening } = judged
      if (!opening.ok) return handled(request, judged, refusal(request, judged, opening.fault))
      const payment = opening.kind === 'existing' ? opening.payment : null
      const session = sessions.open(opening.settings, payment?.key ?? null)
      const { project } = opening
      const url = `${ownUrl(request)}${sessionPath(session)}`
      const reply = wantsJson(request)
        ? jsonResponse(200, { status: 'success', url, session: session.id })
        : pages.whole(session, project)
      return handled(request, judged, reply)
    },
    check(request) {
      const judged = judge(request, true)
      const { httpStatus, body } = parameterCheckAnswer(judged.opening, ids.requestId(0))
      return handled(request, judged, jsonResponse(httpStatus, body))
    },
    failed(request) {
      const reading = read(request)
      const parameters = reading.ok ? reading.parameters : null
      return {
        reply: refusal(request, { parameters }, OWN_FAILURE),
        fault: OWN_FAILURE,
        verdict: unreadableVerdict('the platform failed before it came to it.'),
        subject: NO_SUBJECT,
        note: null,
      }
    },
  }
}

/** A program that opens the form by JSON and says that it wants JSON gets the address of the page (contract 7.2). */
function wantsJson(request: PlatformRequest): boolean {
  const accept = headerOf(request, 'accept') ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

function ownUrl(request: PlatformRequest): string {
  return `${request.tlsVersion === null ? 'http' : 'https'}://${headerOf(request, 'host') ?? '127.0.0.1'}`
}
