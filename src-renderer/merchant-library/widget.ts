import { actions } from './actions'
import { addClass, findModal, hideModal, removeClass, resetModal } from './modal'
import { baseOf, formatAmount, openingAddress, openingPath, refuse } from './form-address'
import { open } from './opening'
import type { EPayWidgetGlobal, Widget, WidgetConfig, WidgetMessage } from './widget-types'
import { handlerNameOf } from '#domain/form/handler-name'

const modes = ['purchase', 'payout', 'card_tokenize', 'card_verify', 'money_transfer', 'presentation']

/** Throws a string for a config that cannot open a form (contract 8.2). */
function check(config: WidgetConfig): void {
  const { mode } = config
  if (mode && !modes.some((known) => known === mode)) {
    refuse('Invalid config.mode. Use one of ' + modes.join(', ') + '.')
  }
  if (mode === 'purchase' && (!config.payment_id || !config.payment_currency))
    refuse('Payment not specified.')
}

/** Milliseconds in which a closed form may still post `destroy`: a busy browser may deliver it late. */
const DESTROY_TIMEOUT_MS = 1000

/** A height from the frame, in px; null if it is not a height. */
function pixels(height: unknown): number | null {
  const value = typeof height === 'string' ? parseFloat(height) : height
  return typeof value === 'number' && isFinite(value) && value > 0 ? value : null
}

/**
 * Creates a widget that is not open yet. It keeps the caller's config object and writes into it.
 * @throws a string for a config that cannot open a form
 */
export function createWidget(
  config: WidgetConfig,
  method: string | undefined,
  library: EPayWidgetGlobal,
): Widget {
  check(config)
  config._referrer = document.referrer
  let encryptedPath: string | null = null
  let isNew = createChangeFilter()
  /** The frame of a closed form that may still post `destroy`; this widget still receives it. */
  let closedFrame: HTMLIFrameElement | null = null

  const emptyClosedFrame = (): void => {
    if (closedFrame === null) return
    closedFrame.src = 'about:blank'
    closedFrame = null
  }

  const widget: Widget = {
    guid: library.guid(4),
    config,
    method: String(method).toLowerCase() === 'post' ? 'post' : 'get',
    iframe: null,
    frameMode: 'tab',
    widgetLoaded: false,
    run: () => {
      callHandler(widget, 'onRun', [])
      isNew = createChangeFilter()
      library.registerWidget(widget)
      open(widget, encryptedPath, library)
    },
    trySubmit: () => {
      widget.sendPostMessage({ message: 'epframe.embedded_mode.try_submit' })
    },
    externalSubmit: () => {
      widget.sendPostMessage({ message: 'epframe.external_widget_form_submission' })
    },
    closePopup: () => {
      widget.sendPostMessage({ message: 'close' })
      if (widget.frameMode === 'popup') {
        hideModal()
        resetModal()
      }
      widget.onExit()
      const { iframe } = widget
      widget.iframe = null
      library.unregisterWidget(widget)
      emptyClosedFrame()
      closedFrame = iframe
      if (iframe !== null) iframe.style.height = ''
      setTimeout(() => {
        if (closedFrame === iframe) emptyClosedFrame()
      }, DESTROY_TIMEOUT_MS)
    },
    sendPostMessage: (message) => {
      widget.iframe?.contentWindow?.postMessage(JSON.stringify(message), '*')
    },
    setEncryptedURL: (pathAndQuery) => {
      encryptedPath = pathAndQuery
      return widget
    },
    handlePostMessage: (message) => {
      const name = String(message.message)
      const key = /^epframe\.(.*)$/.exec(name)?.[1] ?? ''
      if (Object.prototype.hasOwnProperty.call(actions, key)) actions[key]?.(widget, message, library)
      if (isNew(name, message.data)) passOn(widget, name, message, library)
      if (name === 'epframe.destroy') emptyClosedFrame()
    },
    onExit: () => {
      callHandler(widget, 'onExit', [])
    },
    modalResize: (_width, height) => {
      if (widget.iframe === null) return
      const text = String(pixels(height) ?? widget.iframe.offsetHeight) + 'px'
      widget.iframe.style.height = text
      const modal = findModal()
      if (widget.frameMode === 'popup' && modal !== null) modal.body.style.height = text
    },
    addCssClass: (name) => {
      addClass(findModal()?.container, name)
    },
    removeCssClass: (name) => {
      removeClass(findModal()?.container, name)
    },
    addMerchantCss: (name) => {
      widget.addCssClass(name === undefined ? config.css_modal_wrap : name)
    },
    buildUrl: () => encryptedPath ?? openingPath(config),
    buildFullUrl: () => openingAddress(config, library, widget.buildUrl()),
    getBaseUrl: () => baseOf(config, library),
    formatAmount: (amount) => formatAmount(amount === undefined ? config.payment_amount : amount),
    changeCrossColor: (color) => {
      addClass(findModal()?.close, String(color).replace(/["']/g, ''))
    },
  }
  return widget
}

const checkSubmit = 'epframe.embedded_mode.check_submit'

/** The merchant answers these messages with `resolve` or `reject` (contract 8.7). */
const questions: Readonly<Record<string, true>> = {
  [checkSubmit]: true,
  'epframe.embedded_mode.check_shipping_address': true,
  'epframe.embedded_mode.check_shipping_method': true,
  'epframe.embedded_mode.confirmation': true,
}

/** The handler's `this` is the widget (contract 8.8). */
function callHandler(widget: Widget, name: string, args: readonly unknown[]): void {
  const handler = widget.config[name]
  if (typeof handler === 'function') handler.apply(widget, args)
}

function passOn(widget: Widget, name: string, message: WidgetMessage, library: EPayWidgetGlobal): void {
  const args: unknown[] = [message.data]
  const answer = (result: boolean, further: unknown): void => {
    const data = { ...library.cfgExtend({}, further), result }
    widget.sendPostMessage({ message: name + '.result', data })
  }
  if (questions[name] === true) {
    args.push(
      (further: unknown) => {
        answer(true, further)
        if (name !== checkSubmit) return
        library.broadcastToOtherWidgets('epframe.embedded_mode.buttons_disable', widget.guid, {})
      },
      (further: unknown) => {
        answer(false, name === checkSubmit ? undefined : further)
      },
    )
  }
  callHandler(widget, handlerNameOf(name), args)
}

/** Returns a function that decides whether a message's handler is called: for some, only on a change (contract 8.8). */
function createChangeFilter(): (name: string, data: unknown) => boolean {
  const last: Record<string, readonly unknown[]> = { 'epframe.resize': [0, 0] }
  const comparedKeys: Readonly<Record<string, readonly string[]>> = {
    'epframe.resize': ['width', 'height'],
    'epframe.amount_change': ['value'],
    'epframe.tab_change': ['tab'],
  }
  return (name, data) => {
    const before = last[name] ?? []
    const keys = comparedKeys[name]
    if (keys === undefined) return true
    const now = keys.map((key) => (data as Record<string, unknown>)[key])
    last[name] = now
    return now.some((value, n) => value !== before[n])
  }
}
