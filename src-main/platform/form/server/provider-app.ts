import { parseMinorUnits } from '#lib/money/minor-units'
import { methodName } from '#domain/method/method'
import { customerOutcome, openProviderPage, type Payment, type ProviderPage } from '#domain/payment/payment'
import type { DecideAtProvider } from '#domain/payment/commands'
import type { PaymentKey } from '#domain/ids'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { toUrl } from '#core/self-address'
import type { Handled } from '#platform/exchanges/recorder'
import { languageOf } from '#platform/form/opening/settings-of'
import { LATER_MS, renderProviderDone, renderProviderPage } from '#platform/form/pages/provider-page'
import { shopNameOf } from '#platform/form/strings/index'
import type { FormContext } from '#platform/form/visit/visit'
import { emptyResponse, handledForCustomer, headerOf, htmlResponse } from './responses'

/** Browsers must not show the provider's page in a frame (contract 16.5). */
const UNFRAMED = ['X-Frame-Options', 'DENY'] as const

/** The simulated provider's page, on which a customer who pays with a method decides (contract 16.5). */
export function createProviderApp(context: FormContext) {
  const { paymentService, projects, addresses, randomHex, styles } = context

  const show = (request: IntakeRequest, payment: Payment, page: ProviderPage): HttpResponse => {
    const nonce = randomHex(32)
    const language = languageOf(null, headerOf(request, 'accept-language'))
    const project = projects.byId(payment.projectId)
    const parts = {
      language,
      theme: 'light',
      styles,
      nonce,
      methodName: methodName(payment.methodPath ?? ''),
      shopName: project === null ? '' : shopNameOf(project, language),
    } as const
    const isOpen = openProviderPage(payment) !== null && page.outcome === null
    const markup = isOpen
      ? renderProviderPage({ ...parts, sum: payment.requested })
      : renderProviderDone({ ...parts, outcome: page.outcome })
    const response = htmlResponse(200, markup, nonce, 'returns')
    return { ...response, headers: [...response.headers, UNFRAMED] }
  }

  /** Carries out the decision, then sends the browser back to the shop if the shop gave an address for the outcome. */
  const decideAs = (request: IntakeRequest, payment: Payment, page: ProviderPage): HttpResponse => {
    const command = commandOf(new URLSearchParams(Buffer.from(request.body).toString()), payment)
    const project = projects.byId(payment.projectId)
    if (command === null || project === null) return show(request, payment, page)
    const { decision, payment: after } = paymentService.executeAndSettle(payment.key, command, project)
    const target = decision.ok ? returnUrlOf(payment, command.outcome) : null
    return target === null
      ? show(request, after ?? payment, after?.providerPage ?? page)
      : emptyResponse(303, [['Location', new URL(toUrl(target, addresses())).href], UNFRAMED])
  }

  return {
    /** @param key from the address, so it may be any string */
    handle(request: IntakeRequest, key: PaymentKey, token: string): Handled {
      if (request.method !== 'GET' && request.method !== 'POST')
        return handledForCustomer(emptyResponse(405, [['Allow', 'GET, POST']]), null)
      const payment = paymentService.upToDate(key)
      const page = payment?.providerPage
      if (payment === null || page?.token !== token) {
        return handledForCustomer(
          emptyResponse(404),
          null,
          'No payment has a provider’s page at this address. Send the customer to redirect_data.url, or to the link in display_data.',
        )
      }
      const act = request.method === 'POST' && !request.tooLarge ? decideAs : show
      return handledForCustomer(act(request, payment, page), payment)
    },
  }
}

/** Null if the form has no known decision or an unreadable amount: the page is then shown again. */
function commandOf(fields: URLSearchParams, payment: Payment): DecideAtProvider | null {
  const { data: outcome } = customerOutcome.safeParse(fields.get('decision'))
  if (outcome === undefined) return null
  const written = fields.get('amount')
  const amount = written === null ? null : minorUnitsOf(written, payment.requested.currency)
  if (written !== null && amount === null) return null
  const after = Object.entries(LATER_MS).find(([name]) => name === fields.get('after'))?.[1]
  return {
    type: 'decideAtProvider',
    by: 'customer',
    outcome,
    amount,
    later:
      outcome !== 'left' || after === undefined
        ? null
        : { afterMs: after, outcome: fields.get('outcome') === 'decline' ? 'decline' : 'success' },
  }
}

/** Minor units of an amount as people write it, such as `40` or `39,50`; null for any other text. */
function minorUnitsOf(written: string, currency: string): number | null {
  const number = written.trim().replace(',', '.')
  const amount = /^\d{1,12}(?:\.\d{1,3})?$/.test(number) ? parseMinorUnits(number, currency) : null
  return amount === 0 ? null : amount
}

/** Where the browser goes after the outcome (contract 16.5); null if the shop gave no suitable address. */
function returnUrlOf({ returnUrls }: Payment, outcome: DecideAtProvider['outcome']): string | null {
  if (returnUrls === undefined) return null
  const { success, decline, return: back } = returnUrls
  switch (outcome) {
    case 'paid':
      return success ?? back
    case 'declined':
      return decline ?? back
    case 'cancelled':
      return back ?? decline
    case 'left':
      return back
  }
}
