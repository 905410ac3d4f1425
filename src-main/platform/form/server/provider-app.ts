import { parseMinorUnits } from '#lib/money/minor-units'
import { isWebAddress } from '#lib/web-address'
import { findLanguage, type FormLanguage } from '#domain/form/languages'
import { LATER_MS } from '#domain/method/later'
import { nameOfPath } from '#domain/method/method'
import {
  customerOutcome,
  findPage,
  type Payment,
  type ProviderPage,
  waitingPages,
} from '#domain/payment/payment'
import type { DecideAtProvider } from '#domain/payment/commands'
import type { PaymentKey } from '#domain/ids'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import { toUrl } from '#core/self-address'
import type { Handled } from '#platform/exchanges/recorder'
import { languageOf } from '#platform/form/opening/settings-of'
import { renderProviderDone, renderProviderPage } from '#platform/form/pages/provider-page'
import { shopNameOf } from '#platform/form/strings/index'
import type { FormContext } from '#platform/form/visit/visit'
import { emptyResponse, handledForCustomer, headerOf, htmlResponse } from './responses'

/** Browsers must not show the provider's page in a frame (contract 16.5). */
const UNFRAMED = ['X-Frame-Options', 'DENY'] as const

/** The page of a form visit, on the same origin. */
const FORM_PAGE = /^\/payment\/[0-9a-f]{32}$/

/** The simulated provider's page, on which a customer who pays with a method decides (contract 16.5). */
export function createProviderApp(context: FormContext) {
  const { paymentService, projects, addresses, randomHex, styles } = context

  /**
   * Where the browser goes after the outcome (contract 16.5); null if the shop gave no suitable address. A session file
   * may contain any text, so everything but a web address and the form's page is refused.
   */
  const returnTo = ({ returnUrls }: Payment, outcome: DecideAtProvider['outcome']): string | null => {
    const { success = null, decline = null, return: back = null } = returnUrls ?? {}
    const targets = {
      paid: success ?? back,
      declined: decline ?? back,
      cancelled: back ?? decline,
      left: back,
    }
    const target = targets[outcome]
    if (target === null || FORM_PAGE.test(target)) return target
    const url = toUrl(target, addresses())
    return isWebAddress(url) ? new URL(url).href : null
  }

  const show = (language: FormLanguage, payment: Payment, page: ProviderPage): HttpResponse => {
    const nonce = randomHex(32)
    const project = projects.byId(payment.projectId)
    const { methodPath: path = '' } = payment
    const parts = {
      language,
      theme: 'auto',
      styles,
      nonce,
      methodName: nameOfPath(path, project?.switches.ownMethods ?? []),
      shopName: shopNameOf(project, language),
      payment,
      page,
    } as const
    const isOpen = waitingPages(payment).includes(page) && page.outcome === null
    const markup = isOpen
      ? renderProviderPage(parts)
      : renderProviderDone({
          ...parts,
          returnTo: page.outcome === null ? null : returnTo(payment, page.outcome),
        })
    const response = htmlResponse(200, markup, nonce, 'returns')
    return { ...response, headers: [...response.headers, UNFRAMED] }
  }

  /**
   * Carries out the decision, then sends the browser back to the shop if the shop gave an address for the outcome.
   * Without a decision, shows the page: it may also be opened by POST (contract 16.4).
   */
  const respond = (
    language: FormLanguage,
    fields: URLSearchParams,
    payment: Payment,
    page: ProviderPage,
  ): HttpResponse => {
    const command = commandOf(fields, payment)
    const project = projects.byId(payment.projectId)
    if (command === null || project === null) return show(language, payment, page)
    const { operationId, token } = page
    const decideNow = { ...command, operationId }
    const { decision, payment: after } = paymentService.executeAndSettle(payment.key, decideNow, project)
    const location = decision.ok ? returnTo(payment, command.outcome) : null
    return location === null
      ? show(language, after ?? payment, (after && findPage(after, token)) ?? page)
      : emptyResponse(303, [['Location', location], UNFRAMED])
  }

  return {
    /** @param key from the address, so it may be any string */
    handle(request: IntakeRequest, key: PaymentKey, query: string): Handled {
      if (request.method !== 'GET' && request.method !== 'POST')
        return handledForCustomer(emptyResponse(405, [['Allow', 'GET, POST']]), null)
      const isReadable = request.method === 'POST' && !request.tooLarge
      const fields = new URLSearchParams(isReadable ? Buffer.from(request.body).toString() : '')
      const given = new URLSearchParams(query)
      const token = given.get('token') ?? fields.get('token') ?? ''
      const payment = paymentService.upToDate(key)
      const page = payment === null ? undefined : findPage(payment, token)
      if (payment === null || page === undefined) {
        return handledForCustomer(
          emptyResponse(404),
          null,
          'No payment has a provider’s page at this address and with this token. Send the customer’s browser to redirect_data.url with its method, query and body, or to the link in display_data.',
        )
      }
      // The form passes its language on; a shop's link has none.
      const language =
        findLanguage(given.get('language') ?? '') ?? languageOf(null, headerOf(request, 'accept-language'))
      const handled = handledForCustomer(respond(language, fields, payment, page), payment)
      const callbacksFirst = projects.byId(payment.projectId)?.switches.resultBeforeReturn === true
      return fields.has('decision') ? { ...handled, callbacksFirst } : handled
    },
  }
}

/** Null if the form has no known decision or an unreadable amount: the page is then shown again. */
function commandOf(fields: URLSearchParams, payment: Payment): DecideAtProvider | null {
  const { data: outcome } = customerOutcome.safeParse(fields.get('decision'))
  if (outcome === undefined) return null
  const written = fields.getAll('amount').findLast((text) => text !== '') ?? null
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
