/** Shared by both scripts of the shop's pages. Runs in browsers as old as Internet Explorer 11. */

/** A way to show the form (contract 8.4). */
export type OpeningMode = 'modal' | 'iframe' | 'tab' | 'embedded'

/** The members of an opened form that the shop uses (contract 8.1). */
export interface Widget {
  readonly iframe: HTMLIFrameElement | null
  trySubmit(): void
  sendPostMessage(message: unknown): void
}

/** Signed parameters and handlers (contract 8.2). */
export type WidgetConfig = Record<string, unknown>

declare global {
  interface Window {
    EPayWidget?: {
      run(config: WidgetConfig, method: string): Widget
      runEmbedded(config: WidgetConfig, method: string): Widget
    }
  }
}

export function whenReady(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act)
  else act()
}

/** A value that the shop's server put into the page; null if there is none. */
export function readSetting(id: string): unknown {
  const element = document.getElementById(id)
  return element === null ? null : JSON.parse(element.textContent)
}

/** Handlers called when the form shows something that the customer must see: a question, an error, the result. */
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

/** Scrolls to the form unless all of it is in the window: the shop's Pay button may be far below. */
export function bringFormIntoView(): void {
  const form = document.querySelector('.form-place iframe')
  if (form === null) return
  const { top, bottom } = form.getBoundingClientRect()
  if (top >= 0 && bottom <= window.innerHeight) return
  window.scrollTo(0, window.pageYOffset + top - 16)
}

/** Shows that the order is paid: the page then links to what follows instead of offering to pay. */
export function showPaid(): void {
  const title = document.querySelector('h1')
  const [toPay, paid] = ['to-pay', 'paid'].map((id) => document.getElementById(id))
  if (title !== null) title.textContent = title.getAttribute('data-paid') ?? 'Order confirmed'
  if (toPay) toPay.hidden = true
  if (paid) paid.hidden = false
}

/** Opens the bank's page in this tab (contract 8.7, 12.25): web addresses only, because any page can request this. */
export function goToBank(data: unknown): void {
  const redirect = (data ?? {}) as {
    readonly method?: string
    readonly url?: string
    readonly body?: Record<string, string>
  }
  if (!/^https?:\/\//i.test(redirect.url ?? '')) return
  const form = document.createElement('form')
  form.method = redirect.method ?? 'POST'
  form.action = redirect.url ?? ''
  const body = redirect.body ?? {}
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
