import { addClass, findModal, focusForm, hideModal, removeClass } from './modal'
import type { EPayWidgetGlobal, Widget, WidgetMessage } from './widget-types'
import { addField, hiddenForm, submitForm } from './form-address'

type Data = Record<string, unknown>

/** The library's own action on a message, before the merchant's handler is called (contract 8.7). */
type Action = (widget: Widget, message: WidgetMessage, library: EPayWidgetGlobal) => void

/**
 * Returns the `data` of a message that requires data.
 * @throws if it is not an object; the listener then drops the message (contract 8.7, loaded)
 */
function dataOf(message: WidgetMessage): Data {
  const { data } = message
  if (typeof data !== 'object' || data === null) throw new TypeError('This message needs data.')
  return data as Data
}

const resize: Action = (widget, message) => {
  const data = dataOf(message)
  widget.modalResize(data['width'], data['height'])
}

const addClassToModal: Action = (widget, message) => {
  widget.addCssClass(message.data)
}

/** Informs the frame at once that there are no device wallets, so that it does not wait for one. */
const noDeviceWallet: Action = (widget) => {
  widget.sendPostMessage({
    message: 'epframe.apple_pay.available_on_parent_page',
    data: { isAvailable: false },
  })
}

const cancelDeviceWallet: Action = (widget) => {
  widget.sendPostMessage({ message: 'epframe.apple_pay.on_cancel', data: {} })
}

const enableOtherButtons: Action = (widget, _message, library) => {
  library.broadcastToOtherWidgets('epframe.embedded_mode.buttons_enable', widget.guid, {})
}

/** By message name without the prefix `epframe.`; other messages only call the merchant's handler. */
export const actions: Readonly<Record<string, Action>> = {
  loaded: (widget, message, library) => {
    widget.widgetLoaded = true
    resize(widget, message, library)
    if (widget.frameMode !== 'popup') return
    addClass(findModal()?.wrap, 'loaded')
    if (widget.iframe !== null) focusForm(widget.iframe)
  },
  resize,
  fail_loading: (widget, message) => {
    widget.widgetLoaded = true
    dataOf(message)['config'] = widget.config
    // The frame may show an error page, which must be visible.
    if (widget.frameMode === 'popup') addClass(findModal()?.wrap, 'failed')
  },
  exit: (widget) => {
    if (widget.frameMode === 'popup') hideModal()
  },
  redirect: (widget, message) => {
    const { url } = dataOf(message)
    if (!mayLeaveFor(url)) return
    if (widget.frameMode === 'popup') hideModal()
    window.location.href = url
  },
  acs_redirect_iframe: (widget) => {
    addClass(widget.iframe, 'fullscreen-iframe')
  },
  redirect_iframe: () => {
    addClass(findModal()?.wrap, 'with-asc')
  },
  redirect_iframe_complete: (widget) => {
    removeClass(widget.iframe, 'fullscreen-iframe')
    removeClass(findModal()?.wrap, 'with-asc')
  },
  acs_parent_page_redirect_run: (_widget, message) => {
    postToIssuer(dataOf(message))
  },
  template_name: addClassToModal,
  with_qr_pay: addClassToModal,
  add_css_class: addClassToModal,
  remove_css_class: (widget, message) => {
    widget.removeCssClass(message.data)
  },
  cross_color: (widget, message) => {
    widget.changeCrossColor(message.data)
  },
  resize_from_another_src: (widget, message) => {
    const height = message['height'] === undefined ? window.innerHeight : message['height']
    widget.modalResize(message['width'], height)
    widget.sendPostMessage({ formAnotherSrc: true, height, width: message['width'] })
  },
  'embedded_mode.check_validation': (widget) => {
    widget.sendPostMessage({ message: 'epframe.embedded_mode.check_validation' })
  },
  'embedded_mode.submit': (widget, message) => {
    widget.sendPostMessage(message)
  },
  'payment.try_again': enableOtherButtons,
  'payment.canceled': enableOtherButtons,
  'payment.cancelled': enableOtherButtons,
  'apple_pay.request_availability': noDeviceWallet,
  'apple_pay.call_load_sdk': noDeviceWallet,
  'apple_pay.button_clicked': cancelDeviceWallet,
  'apple_pay.begin_payment': cancelDeviceWallet,
}

/** Browsers ignore white space and control characters in an address, so the check does too. */
const asBrowsersRead = (address: unknown): string => {
  const text = typeof address === 'string' ? address : ''
  let read = ''
  for (let n = 0; n < text.length; n++) if (text.charCodeAt(n) > 32) read += text.charAt(n)
  return read
}

const runsScript = (read: string): boolean => /^(javascript|vbscript|data):/i.test(read)

/** An absolute URL or `//host`, except a URL that runs a script or contains data (contract 8.7, redirect). */
function mayLeaveFor(address: unknown): address is string {
  const read = asBrowsersRead(address)
  return !runsScript(read) && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(read)
}

/** Navigates the page to the card's issuer by submitting a hidden form (contract 8.7, acs_parent_page_redirect_run). */
function postToIssuer(data: { method?: unknown; url?: unknown; body?: unknown }): void {
  if (typeof data.url !== 'string' || runsScript(asBrowsersRead(data.url))) return
  const form = hiddenForm(typeof data.method === 'string' ? data.method : 'post', data.url)
  form.setAttribute('name', '3dsForm')
  const { body } = data
  if (typeof body === 'object' && body !== null) {
    const fields = body as Data
    Object.keys(fields).forEach((name) => {
      addField(form, name, fields[name])
    })
  }
  submitForm(form)
}
