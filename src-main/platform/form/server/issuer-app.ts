import { DEFAULT_LANGUAGE } from '#domain/form/languages'
import { renderIssuerDone, renderIssuerPage, renderIssuerReturn } from '#platform/form/pages/issuer-page'
import { endOfPhone } from '#platform/form/visit/present'
import { shopNameOf } from '#platform/form/shop-name'
import { writePaRes } from '#domain/payment/pa-res'
import type { PaymentKey } from '#domain/ids'
import type { Payment } from '#domain/payment/payment'
import { NO_SUBJECT } from '#core/exchange-record'
import type { Handled } from '#platform/exchanges/recorder'
import { notSignedVerdict } from '#core/verdict'
import { toUrl } from '#core/self-address'
import type { PaymentService } from '#platform/payments/payment-service'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import type { SelfAddresses } from '#core/ports'
import type { Projects } from '#core/projects'
import { enteredCode } from '#platform/form/actions/request-bodies'
import { emptyResponse, htmlResponse, type FormTargets } from './responses'
import type { FormAssets } from '#platform/form/pages/assets'

/** The page of the simulated bank to which a merchant sends its customer, for payments by the API (contract 13.3). */
export interface IssuerApp {
  /** @param paymentKey the key in the address, which may be any text */
  handle(request: IntakeRequest, paymentKey: PaymentKey): Handled
}

/**
 * Creates the issuer of payments by the API.
 * @param options `addresses`: null until the listeners are open
 */
export function createIssuerApp(options: {
  readonly paymentService: PaymentService
  readonly projects: Projects
  readonly addresses: () => SelfAddresses | null
  readonly randomHex: (digits: number) => string
  readonly assets: FormAssets
}): IssuerApp {
  const { paymentService, projects, addresses, randomHex, assets } = options
  const look = { language: DEFAULT_LANGUAGE, theme: 'light', assets } as const

  const page = (render: (nonce: string) => string, targets: FormTargets = 'own'): HttpResponse => {
    const nonce = randomHex(32)
    return htmlResponse(200, render(nonce), nonce, targets)
  }

  const nameOf = ({ projectId }: Payment): string => {
    const project = projects.byId(projectId)
    return project === null ? '' : shopNameOf(project, DEFAULT_LANGUAGE)
  }

  /**
   * Shows the bank's page: the question, the result, or that nothing is open. Only the merchant's request changes the
   * payment.
   */
  const show = (payment: Payment, fields: URLSearchParams): HttpResponse => {
    const { challenge, key } = payment
    const base = `/acs/${key}`
    if (challenge?.returnUrl === undefined)
      return page((nonce) => renderIssuerDone({ ...look, place: 'new_tab', base, nonce }))
    const code = enteredCode(fields)
    if (code === undefined) {
      return page((nonce) =>
        renderIssuerPage({
          ...look,
          nonce,
          place: 'page',
          action: base,
          shopName: nameOf(payment),
          sum: payment.requested,
          valid: challenge.valid,
          phoneEnd: endOfPhone(payment.customer.phone),
        }),
      )
    }
    const action = toUrl(challenge.returnUrl, addresses())
    const answer = { PaRes: writePaRes({ md: key, code }), MD: key }
    return page((nonce) => renderIssuerReturn({ ...look, nonce, action, fields: answer }), 'posts')
  }

  return {
    handle(request, paymentKey) {
      if (request.method !== 'GET' && request.method !== 'POST')
        return handled(emptyResponse(405, [['Allow', 'GET, POST']]), null, null)
      const payment = paymentService.upToDate(paymentKey)
      if (payment === null)
        return handled(
          emptyResponse(404),
          null,
          'No payment has this address: send the customer to acs_url as it stands in acs of the callback.',
        )
      const text = request.method === 'GET' || request.tooLarge ? '' : Buffer.from(request.body).toString()
      const fields = new URLSearchParams(text)
      const md = fields.get('MD')
      return handled(
        show(payment, fields),
        payment,
        md === null || md === payment.key
          ? null
          : 'MD is not the md of the callback: send it unchanged. The page is shown all the same.',
      )
    },
  }
}

const handled = (response: HttpResponse, payment: Payment | null, note: string | null): Handled => ({
  response,
  error: null,
  verdict: notSignedVerdict('The customer\u2019s browser comes here; its requests carry no signature.'),
  subject:
    payment === null
      ? NO_SUBJECT
      : { projectId: payment.projectId, paymentKey: payment.key, paymentId: payment.paymentId },
  note,
})
