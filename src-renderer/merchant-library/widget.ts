import { actions } from './actions'
import { addClass, removeClass } from './css-classes'
import { callHandler, createChangeFilter, passOn } from './handler-call'
import { findModal, hideModal, resetModal } from './modal'
import { baseOf, openingAddress, openingPath } from './form-address'
import { formatAmount } from './format-amount'
import { open } from './opening'
import { refuse } from './refuse'
import type { EPayWidgetGlobal, Widget, WidgetConfig } from './widget-types'

const modes = ['purchase', 'payout', 'card_tokenize', 'card_verify', 'money_transfer', 'presentation']

/** Throws a text for a config that cannot open a form (contract 8.2). */
function check(config: WidgetConfig): void {
  const { mode } = config
  if (mode && !modes.some((known) => known === mode)) {
    refuse('Invalid config.mode. Use one of ' + modes.join(', ') + '.')
  }
  if (mode === 'purchase' && (!config.payment_id || !config.payment_currency))
    refuse('Payment not specified.')
}

/** Milliseconds in which a closed form may still post `destroy`: a busy browser may deliver its message late. */
const DESTROY_TIMEOUT_MS = 1000

/** A height as the frame sends it, in px; null if it is not a height. */
function pixels(height: unknown): number | null {
  const value = typeof height === 'string' ? parseFloat(height) : height
  return typeof value === 'number' && isFinite(value) && value > 0 ? value : null
}

/**
 * Creates a widget that is not open yet. It keeps the caller's config object and writes into it.
 * @throws a text for a config that cannot open a form
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
  /** The frame of a closed form that may still post `destroy`; its listener is still active. */
  let closed: HTMLIFrameElement | null = null

  const emptyClosed = (): void => {
    if (closed === null) return
    closed.src = 'about:blank'
    closed = null
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
      emptyClosed()
      closed = iframe
      if (iframe !== null) iframe.style.height = ''
      setTimeout(() => {
        if (closed === iframe) emptyClosed()
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
      if (name === 'epframe.destroy') emptyClosed()
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
      const modal = findModal()
      if (modal !== null) addClass(modal.container, name)
    },
    removeCssClass: (name) => {
      const modal = findModal()
      if (modal !== null) removeClass(modal.container, name)
    },
    addMerchantCss: (name) => {
      widget.addCssClass(name === undefined ? config.css_modal_wrap : name)
    },
    buildUrl: () => encryptedPath ?? openingPath(config),
    buildFullUrl: () => openingAddress(config, library, widget.buildUrl()),
    getBaseUrl: () => baseOf(config, library),
    formatAmount: (amount) => formatAmount(amount === undefined ? config.payment_amount : amount),
    changeCrossColor: (color) => {
      const modal = findModal()
      if (modal !== null) addClass(modal.close, String(color).replace(/["']/g, ''))
    },
  }
  return widget
}
