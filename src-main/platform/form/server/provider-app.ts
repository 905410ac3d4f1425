import { exponentOf } from '#lib/money/minor-units'
import { methodName } from '#domain/method/method'
import { openProviderPage, type Payment, type ProviderPage } from '#domain/payment/payment'
import type { DecideAtProvider } from '#domain/payment/commands'
import type { PaymentKey } from '#domain/ids'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { NO_SUBJECT } from '#core/exchange-record'
import { toUrl } from '#core/self-address'
import type { Handled } from '#platform/exchanges/recorder'
import { languageOf } from '#platform/form/opening/settings-of'
import { LATER_MS, renderProviderDone, renderProviderPage } from '#platform/form/pages/provider-page'
import { shopNameOf } from '#platform/form/strings/index'
import type { FormContext } from '#platform/form/visit/visit'
import { emptyResponse, handledUnsigned, headerOf, htmlResponse } from './responses'

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
        return handled(emptyResponse(405, [['Allow', 'GET, POST']]), null)
      const payment = paymentService.upToDate(key)
      const page = payment?.providerPage
      if (payment === null || page?.token !== token) return handled(emptyResponse(404), null)
      const act = request.method === 'POST' && !request.tooLarge ? decideAs : show
      return handled(act(request, payment, page), payment)
    },
  }
}

const handled = (response: HttpResponse, payment: Payment | null): Handled =>
  handledUnsigned(
    'These requests come from the customer\u2019s browser and carry no signature.',
    response,
    payment === null
      ? NO_SUBJECT
      : { projectId: payment.projectId, paymentKey: payment.key, paymentId: payment.paymentId },
    response.status === 404
      ? 'No payment has a provider’s page at this address. Send the customer to redirect_data.url, or to the link in display_data.'
      : null,
  )

/** Null if the form has no known decision or an unreadable amount: the page is then shown again. */
function commandOf(fields: URLSearchParams, payment: Payment): DecideAtProvider | null {
  const outcome = fields.get('decision')
  if (outcome !== 'paid' && outcome !== 'declined' && outcome !== 'cancelled' && outcome !== 'left')
    return null
  const written = fields.get('amount')
  const amount = written === null ? null : minorUnitsOf(written, payment.requested.currency)
  if (written !== null && amount === null) return null
  const after = Object.entries(LATER_MS).find(([name]) => name === fields.get('after'))?.[1]
  return {
    type: 'decideAtProvider',
    by: 'customer',
    outcome,
    amount,
    code: null,
    later:
      outcome !== 'left' || after === undefined
        ? null
        : { afterMs: after, outcome: fields.get('outcome') === 'decline' ? 'decline' : 'success' },
  }
}

/** Minor units of an amount as people write it, such as `40` or `39,50`; null for any other text. */
function minorUnitsOf(written: string, currency: string): number | null {
  const exponent = exponentOf(currency)
  const [, whole, fraction = ''] = /^\s*(\d{1,12})(?:[.,](\d{1,3}))?\s*$/.exec(written) ?? []
  if (whole === undefined || fraction.length > exponent) return null
  const amount = Number(whole + fraction.padEnd(exponent, '0'))
  return amount < 1 ? null : amount
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
