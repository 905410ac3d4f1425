import { NO_SUBJECT } from '#core/exchange-record'
import type { PlatformIds } from '#core/ids'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import type { Projects } from '#core/projects'
import { unreadableVerdict } from '#core/verdict'
import { resultMessage } from '#domain/result-code/result-codes'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { jsonResponse } from '#platform/exchanges/json-response'
import type { Handled } from '#platform/exchanges/recorder'
import type { PaymentService } from '#platform/payments/payment-service'
import { errorDescription, type FormError, OWN_FAILURE } from '#platform/form/opening/form-error'
import { languageOf } from '#platform/form/opening/language'
import { parameterCheckResponse } from '#platform/form/opening/parameter-check'
import type { ReceivedParameters } from '#platform/form/opening/received'
import { themeOf } from '#platform/form/opening/theme-of'
import { renderErrorPage } from '#platform/form/pages/error-page'
import { visitPath } from '#platform/form/visit/visit'
import type { FormVisits } from '#platform/form/visit/visits'
import type { FormPages } from './form-pages'
import { type JudgeOpening, originOf, readOpening } from './judge-opening'
import { recordOpening } from './opening-record'
import { htmlResponse } from './responses'
import { headerOf } from './request-headers'
import type { FormAssets } from '#platform/form/pages/assets'

/** Handles openings of the form (contract 7.1, 7.2). */
export interface OpeningApp {
  open(request: IntakeRequest): Handled
  /** Says whether the form would open, and opens nothing. */
  check(request: IntakeRequest): Handled
  /** Responds with the error page or description after a failure of the platform. Does not read the store. */
  failed(request: IntakeRequest): Handled
}

/** Creates the handling of openings. An accepted opening creates a form visit. */
export function createOpeningApp(options: {
  readonly judge: JudgeOpening
  readonly projects: Projects
  readonly paymentService: PaymentService
  readonly visits: FormVisits
  readonly pages: FormPages
  readonly ids: PlatformIds
  readonly crypto: DiagnosticCrypto
  readonly assets: FormAssets
  readonly randomHex: (digits: number) => string
}): OpeningApp {
  const { judge, visits, pages, ids, assets, randomHex } = options

  const refusal = (
    request: IntakeRequest,
    parameters: ReceivedParameters | null,
    error: FormError,
  ): HttpResponse => {
    const requestId = ids.requestId(0)
    const description = errorDescription(error, requestId)
    const allow = error.httpStatus === 405 ? ([['Allow', 'GET, POST']] as const) : []
    if (wantsJson(request)) return jsonResponse(error.httpStatus, description, allow)
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
      assets,
      nonce,
    })
    const page = htmlResponse(error.httpStatus, html, nonce)
    return { ...page, headers: [...page.headers, ...allow] }
  }

  return {
    open(request) {
      const judged = judge(request)
      const { opening, parameters } = judged
      if (!opening.ok) {
        return recordOpening(options, request, judged, refusal(request, parameters, opening.error))
      }
      const payment = opening.kind === 'existing' ? opening.payment : null
      const visit = visits.open(opening.settings, payment?.key ?? null)
      const url = `${originOf(request)}${visitPath(visit)}`
      const response = wantsJson(request)
        ? jsonResponse(200, { status: 'success', url, session: visit.id })
        : pages.whole(visit, opening.project)
      return recordOpening(options, request, judged, response)
    },
    check(request) {
      const judged = judge(request, true)
      const { httpStatus, body } = parameterCheckResponse(judged.opening, ids.requestId(0))
      return recordOpening(options, request, judged, jsonResponse(httpStatus, body))
    },
    failed(request) {
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

/** Whether a program opens the form by JSON and accepts JSON. It gets the address of the page then (contract 7.2). */
function wantsJson(request: IntakeRequest): boolean {
  const accept = headerOf(request, 'accept') ?? ''
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)
}
