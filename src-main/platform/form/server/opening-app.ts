import { type FormContext, type FormStock, visitPath } from '#platform/form/visit/visit'
import { NO_SUBJECT, type Subject } from '#core/exchange-record'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import { explainVerdict, unknownProjectVerdict, unreadableVerdict } from '#core/verdict'
import type { ApiError } from '#domain/api/errors'
import { resultMessage } from '#domain/result-code/result-codes'
import type { Handled, UnfinishedSearch } from '#platform/exchanges/recorder'
import type { PaymentService } from '#platform/payments/payment-service'
import {
  BODY_TOO_LARGE,
  errorDescription,
  type Opening,
  OWN_FAILURE,
  type ReceivedParameters,
  TARGET_TOO_LONG,
} from '#platform/form/opening/opening'
import { themeOf } from '#domain/form/settings'
import { languageOf } from '#platform/form/opening/settings-of'
import { renderErrorPage } from '#platform/form/pages/document'
import { qrPng } from '#platform/form/pages/qr-code'
import { encodeBase64 } from '#lib/bytes/base64'
import { decodeUtf8 } from '#lib/bytes/utf8'
import type { Payment } from '#domain/payment/payment'
import { checkOpening } from '#platform/form/opening/check-opening'
import { readParameters } from '#platform/form/opening/read-parameters'
import type { FormPages } from './form-pages'
import { headerOf, htmlResponse } from './responses'

/** Responds to openings of the form; an accepted opening creates a form visit. */
export function createOpeningApp(form: FormStock, pages: FormPages) {
  const { visits, ids, styles, randomHex } = form

  const refusal = (
    request: IntakeRequest,
    parameters: ReceivedParameters | null,
    error: ApiError,
    inJson = wantsJson(request),
  ): HttpResponse => {
    const requestId = ids.requestId(0)
    const description = errorDescription(error, requestId)
    const allow = error.httpStatus === 405 ? ([['Allow', 'GET, POST']] as const) : []
    if (inJson) return jsonResponse(error.httpStatus, description, allow)
    const nonce = randomHex(32)
    const frameMode = parameters?.plain['frame_mode']
    const html = renderErrorPage({
      language: languageOf(parameters, headerOf(request, 'accept-language')),
      status: error.httpStatus,
      code: error.code,
      message: resultMessage(error.code),
      errors: error.errors,
      description,
      requestId,
      framed: frameMode !== undefined && frameMode !== 'tab',
      popup: frameMode === 'popup',
      theme: themeOf(parameters?.plain['_theme']),
      styles,
      nonce,
    })
    const page = htmlResponse(error.httpStatus, html, nonce)
    return { ...page, headers: [...page.headers, ...allow] }
  }

  /** Judges an opening; `accepted` responds to it unless it is refused. */
  const handle = (
    request: IntakeRequest,
    accepted: (opening: Extract<Opening<Payment>, { readonly ok: true }>) => HttpResponse,
    { inJson = wantsJson(request), signatureOptional = false } = {},
  ): Handled => {
    const judged = judgeOpening(form, request, signatureOptional)
    const { opening, parameters } = judged
    return {
      response: opening.ok ? accepted(opening) : refusal(request, parameters, opening.error, inJson),
      error: opening.ok ? null : opening.error,
      verdict: verdictOf(judged),
      subject: subjectOf(form.paymentService, judged),
      note: noteOf(judged),
      unfinished: unfinishedSearch(request, judged),
    }
  }

  return {
    open: (request: IntakeRequest): Handled =>
      handle(request, ({ settings, payment, project }) => {
        const visit = visits.open(settings, payment?.key ?? null)
        const url = `${originOf(request)}${visitPath(visit)}`
        return wantsJson(request)
          ? jsonResponse(200, { status: 'success', url, session: visit.id })
          : pages.whole(visit, project, request)
      }),
    /** A QR code of the form's address, by which a customer opens it on a phone (contract 16.11). */
    generateQr: (request: IntakeRequest): Handled =>
      handle(
        request,
        ({ settings, payment }) => {
          const visit = visits.open(settings, payment?.key ?? null)
          const png = encodeBase64(qrPng(`${originOf(request)}${visitPath(visit)}`))
          return jsonResponse(200, { img_src: `data:image/png;base64,${png}` })
        },
        { inJson: true },
      ),
    /** The parameter check of the SDKs (contract 7.1): 200, or the form's refusal. Opens nothing. */
    check: (request: IntakeRequest): Handled =>
      handle(
        request,
        ({ warnings }) => jsonResponse(200, { status: 'success', warnings, request_id: ids.requestId(0) }),
        { inJson: true, signatureOptional: true },
      ),
    /** For use after a failure of the platform, so it does not read the store. */
    failed(request: IntakeRequest): Handled {
      const reading = readOpening(request)
      return {
        response: refusal(request, reading.ok ? reading.parameters : null, OWN_FAILURE),
        error: OWN_FAILURE,
        verdict: unreadableVerdict('the platform failed before it checked the signature.'),
        subject: NO_SUBJECT,
        note: null,
      }
    },
  }
}

/** Whether the client accepts JSON but not HTML, and so gets the address of the page (contract 7.2). */
function wantsJson(request: IntakeRequest): boolean {
  const accept = headerOf(request, 'accept') ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}

const MAX_REPEATED_NAMES = 10

function verdictOf({ parameters, opening: { project, verdict } }: JudgedOpening): Handled['verdict'] {
  if (project !== null && verdict !== null) return explainVerdict(verdict, project)
  if (parameters === null) return unreadableVerdict('the parameters could not be read.')
  return project === null
    ? unknownProjectVerdict(null)
    : unreadableVerdict('the request was refused before its signature was checked.')
}

function subjectOf(paymentService: PaymentService, { parameters, opening }: JudgedOpening): Subject {
  const given = parameters?.plain['payment_id']
  const paymentId = typeof given === 'string' || typeof given === 'number' ? String(given) : null
  const projectId = opening.project?.projectId ?? null
  if (projectId === null) return { ...NO_SUBJECT, paymentId }
  const payment = paymentId === null ? null : paymentService.byPaymentId(projectId, paymentId)
  return { projectId, paymentId, paymentKey: payment?.key ?? null }
}

function noteOf({ parameters, opening }: JudgedOpening): string | null {
  const repeated = parameters?.repeated.slice(0, MAX_REPEATED_NAMES) ?? []
  const notes = [
    ...opening.warnings.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)),
    ...(repeated.length === 0 ? [] : [`Repeated names (the last value counts): ${repeated.join(', ')}.`]),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function unfinishedSearch(request: IntakeRequest, { opening }: JudgedOpening): UnfinishedSearch | null {
  if (opening.ok || opening.unfinished === undefined) return null
  const { project, verdict, unfinished } = opening
  if (project === null || verdict === null) return null
  const bodyText = unfinished.encoding === 'json' ? decodeUtf8(request.body) : undefined
  return { request: { ...unfinished, bodyText }, verdict: explainVerdict(verdict, project) }
}

interface JudgedOpening {
  readonly parameters: ReceivedParameters | null
  readonly opening: Opening<Payment>
}

/** Reads and checks an opening (contract 7.1, 7.2). `signatureOptional`: a missing signature is accepted. */
function judgeOpening(
  { projects, paymentService, crypto, clock, addresses }: FormContext,
  request: IntakeRequest,
  signatureOptional: boolean,
): JudgedOpening {
  const reading = readOpening(request)
  if (!reading.ok) {
    const opening = { ok: false, error: reading.error, project: null, verdict: null, warnings: [] } as const
    return { parameters: null, opening }
  }
  const { parameters } = reading
  const own = addresses()
  const opening = checkOpening({
    parameters,
    signatureOptional,
    projectOf: (projectId) => projects.byId(projectId),
    existingPayment: (projectId, paymentId) => {
      const payment = paymentService.byPaymentId(projectId, paymentId)
      return payment === null ? null : (paymentService.upToDate(payment.key) ?? payment)
    },
    crypto,
    allProjects: () => projects.all(),
    now: clock.now(),
    // Accept the host name that the customer's browser used, in addition to our own addresses.
    origins: [...(own === null ? [] : [own.platform, own.platformTls]), originOf(request)],
    acceptLanguage: headerOf(request, 'accept-language'),
  })
  return { parameters: opening.parameters ?? parameters, opening }
}

function readOpening(request: IntakeRequest): ReturnType<typeof readParameters> {
  if (request.targetTooLong) return { ok: false, error: TARGET_TOO_LONG }
  if (request.tooLarge) return { ok: false, error: BODY_TOO_LARGE }
  const { method, target, body } = request
  return readParameters({ method, target, contentType: headerOf(request, 'content-type'), body })
}

/** No host name with its port is longer. */
const MAX_HOST_CHARS = 260

function originOf(request: IntakeRequest): string {
  const host = headerOf(request, 'host') ?? ''
  const name = host === '' || host.length > MAX_HOST_CHARS ? '127.0.0.1' : host
  return `${request.tlsVersion === null ? 'http' : 'https'}://${name}`
}
