import type { HttpResponse, IntakeRequest } from '../../../lib/http-message/message'
import { NO_SUBJECT } from '../../../bench/exchange-record'
import type { Handled, PlatformResponse, Recorder } from '../../exchanges/recorder'
import { notSignedVerdict } from '../../../bench/verdict'
import type { OpeningApp } from './opening-app'
import type { IssuerApp } from './issuer-app'
import { emptyAnswer } from './responses'
import type { SessionApp } from './session-app'
import type { StaticFiles } from './static-files'

/** The hosted form and everything around it that a customer's browser loads from the platform (contract 7). */
export interface FormApp {
  /** Null: the path does not belong to the form. */
  handle(request: IntakeRequest): Promise<PlatformResponse> | null
}

const ISSUER_PATH = /^\/acs\/([^/]{1,100})$/
const SESSION_PATH = /^\/payment\/([0-9a-f]{32})(\/[a-z/-]*)?$/

export function createFormApp(options: {
  readonly files: StaticFiles
  readonly opening: OpeningApp
  readonly sessions: SessionApp
  readonly issuer: IssuerApp
  readonly recorder: Recorder
  readonly onFailure: (message: string, error: unknown) => void
}): FormApp {
  const { files, opening, sessions, issuer, recorder, onFailure } = options

  /** Responses that are not recorded: delivered files, and polls of open pages. */
  const unrecorded = (response: HttpResponse): Promise<PlatformResponse> =>
    Promise.resolve({ response, afterResponse: () => undefined })

  const recorded = (request: IntakeRequest, handle: () => Handled): Promise<PlatformResponse> =>
    recorder.record('form', request, handle)

  /** A failure of the platform itself is shown to the customer on a page and recorded (contract 7.2). */
  const page = async (
    request: IntakeRequest,
    handle: () => Handled,
    whenFailed: () => Handled,
  ): Promise<PlatformResponse> => {
    try {
      return await recorded(request, handle)
    } catch (error) {
      onFailure('A page of the form could not be made', error)
    }
    const failed = whenFailed()
    try {
      return await recorded(request, () => failed)
    } catch (error) {
      onFailure('A page of the form that could not be made is not kept in the traffic', error)
      return unrecorded(failed.response)
    }
  }

  return {
    handle(request) {
      const [path, query] = splitTarget(request.target)
      if (path === '/payment') {
        return page(
          request,
          () => opening.open(request),
          () => opening.failed(request),
        )
      }
      if (path === '/params/check') return recorded(request, () => opening.check(request))
      const [, paymentKey] = ISSUER_PATH.exec(path) ?? []
      if (paymentKey !== undefined) {
        return page(
          request,
          () => issuer.handle(request, paymentKey),
          () => sessions.failed(),
        )
      }
      const file = files.answer(request, path)
      if (file !== null) return file.status < 400 ? unrecorded(file) : recorded(request, () => refused(file))
      const session = SESSION_PATH.exec(path)
      if (session === null) {
        return path.startsWith('/payment/') ? recorded(request, () => refused(emptyAnswer(404))) : null
      }
      const [, id = '', place = ''] = session
      if (request.method === 'GET' && place === '/view') return unrecorded(sessions.poll(id, query))
      const handle = (): Handled => sessions.handle(request, id, place, query)
      return request.method === 'GET'
        ? page(request, handle, () => sessions.failed())
        : recorded(request, handle)
    },
  }
}

/** A path or method that the form does not have. */
const refused = (response: HttpResponse): Handled => ({
  response,
  error: null,
  verdict: notSignedVerdict('Files and pages of the form carry no signature.'),
  subject: NO_SUBJECT,
  note:
    response.status === 404
      ? 'The form has no page of this address: forms are under /payment/ and a session of 32 hexadecimal digits.'
      : 'This file of the form can only be fetched: use GET.',
})

function splitTarget(target: string): readonly [path: string, query: string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
