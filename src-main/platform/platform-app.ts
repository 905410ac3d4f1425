import { NO_SUBJECT } from '#core/exchange-record'
import type { PlatformIds } from '#core/ids'
import type { IntakeRequest } from '#lib/http-message/message'
import { authenticate, type AuthenticationServices } from './api/authenticate'
import { noteOf, readRequest, refusedRequestId } from './api/read-request'
import type { ApiRequests } from './api/requests'
import { errorResponse, type Handled, type PlatformResponse, type Recorder } from './exchanges/recorder'
import type { FormApp } from './form/server/form-app'
import type { ExchangeId } from '#domain/ids'

/** The app of the platform's listeners: the hosted form (contract 7) and the signed API (contract 5). */
export interface PlatformApp {
  handle(request: IntakeRequest): Promise<PlatformResponse>
}

export function createPlatformApp(
  options: AuthenticationServices & {
    readonly form: FormApp
    readonly recorder: Recorder
    readonly requests: ApiRequests
    readonly ids: PlatformIds
  },
): PlatformApp {
  const { form, recorder, requests, ids } = options

  /** Runs the checks in order (contract 5.1), then the endpoint, in the transaction that stores the exchange. */
  const handleApi = (exchangeId: ExchangeId, request: IntakeRequest): Handled => {
    const reading = readRequest(request)
    if (reading.error !== null) {
      const { error, verdict } = reading
      const note = noteOf(request, null)
      return { response: errorResponse(error), error, verdict, subject: NO_SUBJECT, note }
    }
    const { read } = reading
    const authentication = authenticate(request, read, options)
    const { verdict, unfinished } = authentication
    const result =
      authentication.error === null
        ? requests.handle(authentication.request)
        : { response: null, error: authentication.error, paymentKey: null }
    const paymentKey = result.paymentKey ?? authentication.subject.paymentKey
    const subject = { ...authentication.subject, paymentKey }
    const response =
      result.response ??
      errorResponse(result.error, refusedRequestId(ids, exchangeId, read.endpoint.kind, subject))
    return { response, error: result.error, verdict, subject, note: noteOf(request, read.json), unfinished }
  }

  return {
    handle: (request) =>
      form.handle(request) ?? recorder.record('api', request, (exchangeId) => handleApi(exchangeId, request)),
  }
}
