import {
  createFormVisits,
  createSavedCards,
  createTokens,
  type FormContext,
  type FormStock,
} from '#platform/form/visit/visit'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { NO_SUBJECT } from '#core/exchange-record'
import type { Handled, PlatformResponse, Recorder } from '#platform/exchanges/recorder'
import { createStaticFiles, prepareStyles } from '#platform/form/pages/assets'
import type { CustomerFiles } from '#core/sending'
import { createOpeningApp } from './opening-app'
import { createIssuerApp, createVisitIssuer } from './issuer-app'
import { createProviderApp } from './provider-app'
import { emptyResponse, handledUnsigned } from './responses'
import { createVisitApp } from './visit-app'
import { createFormPages } from './form-pages'
import type { BenchServices } from '#core/services'

/** The hosted form and the files that a customer's browser loads from the platform (contract 7). */
export type FormApp = ReturnType<typeof createForm>

/** The pages of the issuer and of the provider. */
const PAYMENT_PATH = /^\/(acs|provider)\/([^/]{1,100})$/
const VISIT_PATH = /^\/payment\/([0-9a-f]{32})(\/[a-z/-]*)?$/

/** @param options `onFailure` gets every error that makes the platform fail to handle a request */
export function createForm(
  options: Omit<FormContext, 'styles'> &
    Pick<BenchServices, 'onFailure'> & { readonly recorder: Recorder; readonly files: CustomerFiles },
) {
  const { recorder, onFailure } = options
  const styles = prepareStyles(options.files)
  const context: FormContext = { ...options, styles }
  const form: FormStock = {
    ...context,
    visits: createFormVisits(context),
    savedCards: createSavedCards(context),
    tokens: createTokens(context),
  }
  const pages = createFormPages(form)
  const files = createStaticFiles(options.files, options.sha256Hex)
  const opening = createOpeningApp(form, pages)
  const visits = createVisitApp(form, pages, createVisitIssuer(form))
  const issuer = createIssuerApp(form)
  const provider = createProviderApp(form)

  const skipRecord = (response: HttpResponse): Promise<PlatformResponse> =>
    Promise.resolve({ response, afterResponse: () => undefined })

  const record = (request: IntakeRequest, handle: () => Handled): Promise<PlatformResponse> =>
    recorder.record('form', request, handle)

  /** Not recorded, because an open page may poll several times a second. */
  const respondToPoll = (id: string, query: string): Promise<PlatformResponse> => {
    try {
      return skipRecord(visits.poll(id, query))
    } catch (error) {
      onFailure('The state of an open form could not be read', error)
      return skipRecord(visits.failedAction().response)
    }
  }

  /** Handles a request. If the platform itself fails, records and sends what `whenFailed` returns (contract 7.2). */
  const showPage = async (
    request: IntakeRequest,
    handle: () => Handled,
    whenFailed = visits.failed,
    failure = 'A page of the form could not be rendered',
  ): Promise<PlatformResponse> => {
    try {
      return await record(request, handle)
    } catch (error) {
      onFailure(failure, error)
    }
    const failed = whenFailed()
    try {
      return await record(request, () => failed)
    } catch (error) {
      onFailure(`${failure}, and the request is missing from the traffic`, error)
      return skipRecord(failed.response)
    }
  }

  return {
    /** Null if the path does not belong to the form. */
    handle(request: IntakeRequest): Promise<PlatformResponse> | null {
      const [path, query] = splitTarget(request.target)
      if (path === '/payment') {
        return showPage(
          request,
          () => opening.open(request),
          () => opening.failed(request),
        )
      }
      if (path === '/payment/generate-qr') return record(request, () => opening.generateQr(request))
      if (path === '/params/check') return record(request, () => opening.check(request))
      const [, owner, payment] = PAYMENT_PATH.exec(path) ?? []
      if (payment !== undefined) {
        return showPage(request, () =>
          owner === 'acs' ? issuer.handle(request, payment) : provider.handle(request, payment, query),
        )
      }
      const file = files.respond(request, path)
      if (file !== null) return file.status < 400 ? skipRecord(file) : record(request, () => refusal(file))
      const visit = VISIT_PATH.exec(path)
      if (visit === null) {
        return path.startsWith('/payment/') ? record(request, () => refusal(emptyResponse(404))) : null
      }
      const [, id = '', place = ''] = visit
      if (request.method === 'GET' && place === '/view') return respondToPoll(id, query)
      const handle = (): Handled => visits.handle(request, id, place, query)
      // The issuer's page is a plain form; everything else below a visit is posted by the script of the form's page.
      return request.method === 'GET' || place === '/issuer'
        ? showPage(request, handle)
        : showPage(request, handle, visits.failedAction, 'A request of the form could not be handled')
    },
  }
}

const refusal = (response: HttpResponse): Handled =>
  handledUnsigned(
    'Files and pages of the form carry no signature.',
    response,
    NO_SUBJECT,
    response.status === 404
      ? 'The form has no page at this address: its pages are at /payment/, followed by the 32 hexadecimal digits of a visit.'
      : 'This file of the form can only be fetched: use GET.',
  )

function splitTarget(target: string): readonly [path: string, query: string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
