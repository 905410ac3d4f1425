import type { IntakeRequest } from '#lib/http-message/message'
import type { IssuerPlace } from '#domain/form/view'
import type { Handled } from '#platform/exchanges/recorder'
import type { PaymentService } from '#platform/payments/payment-service'
import type { FormActions } from '#platform/form/actions/form-actions'
import { enteredCode } from '#platform/form/actions/request-bodies'
import { renderIssuerDone, renderIssuerPage } from '#platform/form/pages/issuer-page'
import { returnFromIssuer } from '#platform/form/pages/return-from-issuer'
import { endOfPhone } from '#platform/form/visit/present'
import { visitPath } from '#platform/form/visit/visit'
import { shopNameOf } from '#platform/form/shop-name'
import { handledForPage, type OpenForm, subjectOf } from './open-form'
import { emptyResponse, htmlResponse } from './responses'
import type { FormAssets } from '#platform/form/pages/assets'

/** Handles the page of the simulated issuer for payments by the form (contract 4.4). */
export interface VisitIssuer {
  show(open: OpenForm, query: string): Handled
  /** Handles the code or the cancellation of the customer. The page is a plain form, so that it works without scripts. */
  respond(request: IntakeRequest, open: OpenForm, query: string): Handled
}

/** Creates the issuer of payments by the form. */
export function createVisitIssuer(options: {
  readonly actions: FormActions
  readonly paymentService: PaymentService
  readonly randomHex: (digits: number) => string
  readonly assets: FormAssets
}): VisitIssuer {
  const { actions, paymentService, randomHex, assets } = options

  const show = (open: OpenForm, query: string): Handled => {
    const asked = placeOf(query)
    const place = asked === 'parent' ? 'page' : asked
    const { visit, project } = open
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    const { language, theme = 'light' } = visit.settings
    const nonce = randomHex(32)
    const challenge = payment?.challenge ?? null
    const html =
      payment === null || challenge === null
        ? renderIssuerDone({ language, theme, place, base: visitPath(visit), assets, nonce })
        : renderIssuerPage({
            language,
            theme,
            place,
            action: `${visitPath(visit)}/issuer?place=${asked}`,
            shopName: shopNameOf(project, language),
            sum: payment.requested,
            valid: challenge.valid,
            phoneEnd: endOfPhone(payment.customer.phone),
            assets,
            nonce,
          })
    const targets = place === 'page' ? 'returns' : 'own'
    return handledForPage(htmlResponse(200, html, nonce, targets), subjectOf(open))
  }

  const addressAfterIssuer = ({ visit }: OpenForm): string => {
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    const url = payment === null ? null : returnFromIssuer(visit.settings, payment)
    // An earlier version may have stored a text that is not an address. `href` is safe in a header.
    return url === null || !URL.canParse(url) ? visitPath(visit) : new URL(url).href
  }

  return {
    show,
    respond(request, open, query) {
      const { visit, project } = open
      const code = enteredCode(new URLSearchParams(Buffer.from(request.body).toString('utf8')))
      const place = placeOf(query)
      // The merchant's page sent the customer here by POST: nothing was entered yet.
      if (code === undefined) return show(open, query)
      const outcome = actions.challenge(visit, project, code, place)
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
