import {
  bringFormIntoView,
  goToBank,
  LOOK_AT_FORM,
  type OpeningMode,
  readSetting,
  showPaid,
  whenReady,
  type Widget,
  type WidgetConfig,
} from './page-support'

interface Payment {
  readonly parameters: Readonly<Record<string, string | number>>
  readonly mode: OpeningMode
  readonly method: 'get' | 'post'
  readonly page: string
  readonly state: string
}

interface OrderState {
  readonly state: string
  readonly settled: boolean
  readonly rev: number
  readonly html: string
}

const askAgainAfterMs = 1000

const HINTS: Readonly<Record<string, string>> = {
  onLoaded: 'Enter your payment details on the form.',
  onFailLoading: 'The form did not open. Try again in a moment.',
  onPaymentSent: 'The payment is being processed.',
  onShowClarificationPage: 'A few more details are needed on the form.',
  onPaymentSuccess: 'Thank you. We will pack your order once the platform confirms the payment.',
  onPaymentFail: 'The payment was declined. You can try again from your order.',
  onValidationError: 'Some details on the form are invalid. Correct them and try again.',
}

whenReady(() => {
  watchOrderPage()
  const payment = readSetting('payment') as Payment | null
  if (payment !== null) startPayment(payment)
})

function startPayment(payment: Payment): void {
  const button = document.getElementById('pay')
  let widget: Widget | null = null
  /** Once something was sent, closing the form leads to the order. */
  let isSent = false

  const config = (): WidgetConfig => {
    const settings: WidgetConfig = {}
    Object.keys(payment.parameters).forEach((name) => (settings[name] = payment.parameters[name]))
    Object.keys(HINTS)
      .concat(LOOK_AT_FORM)
      .forEach((name) => {
        settings[name] = () => {
          isSent = isSent || /^onPayment(?:Sent|Success|Fail)$/.test(name)
          const hint = HINTS[name]
          if (hint !== undefined) showHint(hint)
          if (LOOK_AT_FORM.indexOf(name) >= 0) bringFormIntoView()
        }
      })
    settings['onExit'] = () => {
      if (isSent) window.location.href = payment.page
      else showHint('You closed the form. Nothing was paid.')
    }
    // Before an embedded form pays, it asks whether this order is still open.
    settings['onCheckSubmit'] = (_question: unknown, resolve: (more: object) => void, reject: () => void) => {
      askState(payment.state, (order) => {
        if (order !== null && !order.settled) resolve({})
        else reject()
      })
    }
    settings['onEmbeddedModeRedirect3dsParentPage'] = goToBank
    settings['onShowLoader'] = () => {
      setBusy(button, true)
    }
    settings['onHideLoader'] = () => {
      setBusy(button, false)
    }
    return settings
  }

  const open = (): void => {
    const library = window.EPayWidget
    if (library === undefined) {
      showHint('The library of the payment platform did not load. Reload the page.')
    } else if (payment.mode === 'embedded') {
      widget = library.runEmbedded(config(), payment.method)
    } else {
      widget = library.run(config(), payment.method)
    }
  }

  if (button !== null) {
    button.addEventListener('click', () => {
      if (payment.mode === 'embedded' && widget !== null) widget.trySubmit()
      else open()
    })
  }
  open()
  followState(payment.state, -1, (order) => {
    // The form's result is only a hint; this state comes from the platform's callbacks.
    if (order.state === 'paid') {
      showPaid()
      showHint('Paid. The platform has confirmed it.')
    }
    if (order.state === 'declined') showHint('The platform declined the payment. Nothing was charged.')
  })
}

function watchOrderPage(): void {
  const place = document.getElementById('order-state')
  if (place === null) return
  const rev = Number(place.getAttribute('data-rev'))
  followState(place.getAttribute('data-state') ?? '', rev, (order) => {
    place.innerHTML = order.html
  })
}

/** Calls back for every new revision of the order. Polling never ends, because a payment can be refunded later. */
function followState(path: string, rev: number, changed: (order: OrderState) => void): void {
  let known = rev
  const ask = (): void => {
    askState(path, (order) => {
      if (order !== null && order.rev !== known) {
        known = order.rev
        changed(order)
      }
      window.setTimeout(ask, askAgainAfterMs)
    })
  }
  ask()
}

function askState(path: string, received: (order: OrderState | null) => void): void {
  const request = new XMLHttpRequest()
  request.open('GET', path)
  request.onload = () => {
    received(request.status === 200 ? (JSON.parse(request.responseText) as OrderState) : null)
  }
  request.onerror = () => {
    received(null)
  }
  request.send()
}

function showHint(text: string): void {
  const hint = document.getElementById('hint')
  if (hint !== null) hint.textContent = text
}

function setBusy(button: HTMLElement | null, busy: boolean): void {
  if (!(button instanceof HTMLButtonElement)) return
  button.disabled = busy
  button.setAttribute('aria-busy', String(busy))
}
