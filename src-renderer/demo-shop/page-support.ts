/** What both scripts of the shop's pages need. It runs in browsers as old as Internet Explorer 11. */

/** A way to show the form (contract 8.4). */
export type OpeningMode = 'modal' | 'iframe' | 'tab' | 'embedded'

/** One opened form, as far as the shop uses it (contract 8.1). */
export interface Widget {
  readonly iframe: HTMLIFrameElement | null
  trySubmit(): void
  sendPostMessage(message: unknown): void
}

/** Config of a widget: signed parameters and handlers (contract 8.2). */
export type WidgetConfig = Record<string, unknown>

/** The platform's library as a script of the page offers it. */
interface PaymentLibrary {
  run(config: WidgetConfig, method: string): Widget
  runEmbedded(config: WidgetConfig, method: string): Widget
}

declare global {
  interface Window {
    EPayWidget?: PaymentLibrary
  }
}

export function whenReady(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act)
  else act()
}

/** The values that the shop's server put into the page; null on pages without any. */
export function readSetting(id: string): unknown {
  const element = document.getElementById(id)
  return element === null ? null : JSON.parse(element.textContent)
}

/** Handlers of the moments in which the form shows something that the customer has to see: a question, a mistake, the result. */
export const LOOK_AT_FORM: readonly string[] = [
  'onValidationError',
  'onShowClarificationPage',
  'onPaymentTryAgain',
  'onPaymentSuccess',
  'onPaymentFail',
  'onTokenizeSuccess',
  'onCardVerifySuccess',
  'onCardVerifyFail',
]

/** Scrolls to a form within the page where its beginning is out of sight; the Pay button of the shop may be far below it. */
export function bringFormIntoView(): void {
  const form = document.querySelector('.form-place iframe')
  if (form === null) return
  const { top } = form.getBoundingClientRect()
  if (top >= 0 && top < window.innerHeight / 2) return
  window.scrollTo(0, window.pageYOffset + top - 16)
}

/**
 * Takes the whole page to the customer's bank, as the form asks of the page around an embedded form (contract 8.7, 12.25). Whoever can
 * post to this window can ask for it, so addresses other than web pages are refused.
 */
export function goToBank(data: unknown): void {
  const asked = (data ?? {}) as {
    readonly method?: string
    readonly url?: string
    readonly body?: Record<string, string>
  }
  if (!/^https?:\/\//i.test(asked.url ?? '')) return
  const form = document.createElement('form')
  form.method = asked.method ?? 'POST'
  form.action = asked.url ?? ''
  const body = asked.body ?? {}
  Object.keys(body).forEach((name) => {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = String(body[name])
    form.appendChild(input)
  })
  document.body.appendChild(form)
  form.submit()
}
