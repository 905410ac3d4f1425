import { type FormContext, type FormStock, visitPath } from '#platform/form/visit/visit'
import { DEFAULT_LANGUAGE } from '#domain/form/languages'
import { renderIssuerDone, renderIssuerPage, renderIssuerReturn } from '#platform/form/pages/issuer-page'
import { endOfPhone } from '#platform/form/visit/present'
import { shopNameOf } from '#platform/form/strings/index'
import { writePaRes } from '#domain/payment/pa-res'
import type { PaymentKey } from '#domain/ids'
import type { Payment } from '#domain/payment/payment'
import type { Handled } from '#platform/exchanges/recorder'
import { toUrl } from '#core/self-address'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { brandOfAccount } from '#domain/payment/saved-card'
import { enteredCode, execute } from '#platform/form/actions/confirm'
import type { IssuerPlace } from '#domain/form/view'
import { finalResult } from '#domain/callback/target'
import type { FormSettings } from '#domain/form/settings'
import {
  emptyResponse,
  handledForPage,
  handledForCustomer,
  htmlResponse,
  type OpenForm,
  subjectOf,
} from './responses'

/** What the page shows of a payment. */
const shownOf = ({ requested, customer, account }: Payment) => ({
  sum: requested,
  phoneEnd: endOfPhone(customer.phone),
  brand: account === null ? null : brandOfAccount(account),
})

/** The simulated issuer's page, to which a merchant sends the customer of an API payment (contract 13.3). */
export function createIssuerApp({ paymentService, projects, addresses, randomHex, styles }: FormContext) {
  /** Requests the code, posts it to the merchant, or shows that none is needed. Never changes the payment itself. */
  const show = (payment: Payment, fields: URLSearchParams): HttpResponse => {
    const { challenge, key } = payment
    const base = `/acs/${key}`
    const nonce = randomHex(32)
    const look = { language: DEFAULT_LANGUAGE, theme: 'light', styles, nonce, ...shownOf(payment) } as const
    if (challenge?.returnUrl === undefined)
      return htmlResponse(200, renderIssuerDone({ ...look, place: 'new_tab', base }), nonce)
    const code = enteredCode(fields)
    if (code === undefined) {
      const markup = renderIssuerPage({
        ...look,
        place: 'page',
        action: base,
        shopName: shopNameOf(projects.byId(payment.projectId), DEFAULT_LANGUAGE),
        valid: challenge.valid,
        isEmpty: fields.has('code'),
      })
      return htmlResponse(200, markup, nonce)
    }
    const action = toUrl(challenge.returnUrl, addresses())
    const posted = { PaRes: writePaRes({ md: key, code }), MD: key }
    return htmlResponse(200, renderIssuerReturn({ ...look, action, fields: posted }), nonce, 'posts')
  }

  return {
    /** @param paymentKey from the address, so it may be any string */
    handle(request: IntakeRequest, paymentKey: PaymentKey): Handled {
      if (request.method !== 'GET' && request.method !== 'POST')
        return handledForCustomer(emptyResponse(405, [['Allow', 'GET, POST']]), null)
      const payment = paymentService.upToDate(paymentKey)
      if (payment === null)
        return handledForCustomer(
          emptyResponse(404),
          null,
          'No payment has this address: send the customer to acs.acs_url of the callback.',
        )
      const text = request.method === 'GET' || request.tooLarge ? '' : Buffer.from(request.body).toString()
      const fields = new URLSearchParams(text)
      const md = fields.get('MD')
      return handledForCustomer(
        show(payment, fields),
        payment,
        md === null || md === payment.key
          ? null
          : 'MD is not the md of the callback: send it unchanged. The page is shown anyway.',
      )
    },
  }
}

/** The page of the simulated issuer for form payments (contract 4.4). */
export type VisitIssuer = ReturnType<typeof createVisitIssuer>

export function createVisitIssuer(form: FormStock) {
  const { paymentService, randomHex, styles } = form
  const show = (open: OpenForm, query: string, isEmpty = false): Handled => {
    const requestedPlace = placeOf(query)
    const place = requestedPlace === 'parent' ? 'page' : requestedPlace
    const { visit, project } = open
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    const { language, theme = 'light' } = visit.settings
    const nonce = randomHex(32)
    const challenge = payment?.challenge ?? null
    const base = visitPath(visit)
    const look = { language, theme, styles, nonce, place }
    const html =
      payment === null || challenge === null
        ? renderIssuerDone({ ...look, base, brand: payment && shownOf(payment).brand })
        : renderIssuerPage({
            ...look,
            ...shownOf(payment),
            action: `${base}/issuer?place=${requestedPlace}`,
            shopName: shopNameOf(project, language),
            valid: challenge.valid,
            isEmpty,
          })
    const targets = place === 'page' ? 'returns' : 'own'
    return handledForPage(htmlResponse(200, html, nonce, targets), subjectOf(open))
  }

  const addressAfterIssuer = ({ visit }: OpenForm): string => {
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    const url = payment === null ? null : returnFromIssuer(visit.settings, payment)
    // An earlier version may have stored a string that is not an address. `href` is safe in a header.
    return url === null || !URL.canParse(url) ? visitPath(visit) : new URL(url).href
  }

  return {
    show,
    /** Handles the submitted code or cancellation. The page is a plain form, so that it works without scripts. */
    respond(request: IntakeRequest, open: OpenForm, query: string): Handled {
      const fields = new URLSearchParams(Buffer.from(request.body).toString('utf8'))
      const code = enteredCode(fields)
      const place = placeOf(query)
      // Nothing was entered. Without the field of the code, the merchant's page sent the customer here by POST.
      if (code === undefined) return show(open, query, fields.has('code'))
      const { visit, project } = open
      // The issuer's page replaced the merchant's page, so the form is no longer framed.
      const unframed = { ...visit.settings, frameMode: 'tab', olderEmbedded: false } as const
      const outcome = execute(form, place === 'parent' ? { ...visit, settings: unframed } : visit, project, {
        type: 'submitChallenge',
        requestId: form.ids.requestId(project.projectId),
        code,
      })
      const after = { ...open, visit: outcome.ok ? outcome.visit : visit }
      // In a frame or in another tab, the form itself notices that the customer is back.
      return place === 'page' || place === 'parent'
        ? handledForPage(emptyResponse(303, [['Location', addressAfterIssuer(after)]]), subjectOf(after))
        : show(after, query)
    },
  }
}

function placeOf(query: string): IssuerPlace {
  const place = new URLSearchParams(query).get('place')
  return place === 'page' || place === 'new_tab' || place === 'parent' ? place : 'frame'
}

/** Where the issuer's page leads (`redirect_return_url`, contract 7.3); null to go back to the form. */
function returnFromIssuer(
  { externalReturn, redirects }: FormSettings,
  { status, retries }: Payment,
): string | null {
  if (externalReturn === undefined) return null
  const result = finalResult(status)
  if (result === null && (status !== 'processing' || retries !== null)) return null
  const { success, fail } = redirects
  const automatic = result === 'success' ? success : result === 'decline' ? fail : (success ?? fail)
  return automatic === null ? externalReturn : null
}
