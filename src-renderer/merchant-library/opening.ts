import { baseOf, openingAddress, openingPath, postConfig, refuse, themeBesideLibrary } from './form-address'
import { clearModal } from './modal'
import type { EPayWidgetGlobal, FrameMode, Widget } from './widget-types'

/** Time limit from the form's `load` event to `epframe.loaded` (contract 8.5). */
const loadingLimitMs = 5000

/** Where the form appears (contract 8.4). The string "0" counts as true, as merchants expect. */
function frameModeOf(widget: Widget, library: EPayWidgetGlobal): FrameMode {
  const { config } = widget
  if (config.redirect || (config.redirect_on_mobile && library.isMobile())) return 'tab'
  if (config.frame_mode === 'embedded') return 'embedded'
  return config.target_element ? 'iframe' : 'popup'
}

/** Colours of the frame and its surroundings; `auto` is the system's setting when the form is opened. */
const themeOf = ({ config: { _theme } }: Widget): string =>
  _theme === 'dark' || (_theme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light'

function newFrame(widget: Widget): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.id = iframe.name = 'iframe-' + widget.guid
  iframe.className = 'ep-iframe'
  iframe.style.display = 'block'
  iframe.title = 'Payment form'
  iframe.setAttribute('data-theme', themeOf(widget))
  iframe.setAttribute('scrolling', 'no')
  iframe.setAttribute('allowPaymentRequest', 'true')
  if (widget.config.apple_allow_payment) iframe.setAttribute('allow', 'payment')
  return iframe
}

const isElement = (target: unknown): target is Element =>
  typeof target === 'object' && target !== null && 'nodeType' in target

const findTarget = (target: unknown): Element =>
  (isElement(target) ? target : document.getElementById(String(target))) ?? refuse('Invalid target_element')

/**
 * Whether the frame still has its initial empty document. Browsers fire `load` for it too, long before they do
 * for a form opened by POST (contract 12.30).
 */
function isStillEmpty(iframe: HTMLIFrameElement): boolean {
  try {
    return iframe.contentWindow?.location.href === 'about:blank'
  } catch {
    // The address of a document of another origin cannot be read.
    return false
  }
}

function watch(widget: Widget, iframe: HTMLIFrameElement, afterLoad: () => void): void {
  iframe.addEventListener('load', () => {
    if (widget.iframe !== iframe) return
    widget.sendPostMessage({ message: 'link', guid: widget.guid })
    afterLoad()
    if (isStillEmpty(iframe)) return
    window.setTimeout(() => {
      if (widget.iframe !== iframe || widget.widgetLoaded) return
      widget.handlePostMessage({ message: 'epframe.fail_loading', data: { message: 'Network problem' } })
    }, loadingLimitMs)
  })
}

function placeInTarget(widget: Widget, iframe: HTMLIFrameElement): void {
  const target = findTarget(widget.config.target_element)
  target.innerHTML = ''
  watch(widget, iframe, () => {
    for (let child = target.lastChild; child !== null;) {
      const before = child.previousSibling
      if (child !== iframe) target.removeChild(child)
      child = before
    }
  })
  target.appendChild(iframe)
  if (widget.frameMode !== 'iframe') return
  const button = document.querySelector('[data-epwidget="ep-run-transaction"]')
  if (button === null) return
  // Adding the same function again has no effect, so another run of the widget does not submit twice.
  button.addEventListener('click', widget.externalSubmit)
}

function placeInModal(widget: Widget, iframe: HTMLIFrameElement, library: EPayWidgetGlobal): void {
  const classes = [widget.config.css_modal_wrap, library.isMobile() ? 'modal-mobile' : '']
  const { container, body } = clearModal(classes, !!widget.config.close_on_missclick, () => {
    widget.closePopup()
  })
  container.setAttribute('data-theme', themeOf(widget))
  watch(widget, iframe, () => undefined)
  body.appendChild(iframe)
  library.showModal()
}

/**
 * Opens the form: in this tab, in an element of the page, or in the modal window.
 * @param encryptedPath replaces the generated path and query of a GET
 * @throws the string `Invalid target_element`
 */
export function open(widget: Widget, encryptedPath: string | null, library: EPayWidgetGlobal): void {
  const { config } = widget
  const mode = frameModeOf(widget, library)
  config.frame_mode = widget.frameMode = mode
  const theme = themeBesideLibrary()
  if (config._theme === undefined && theme !== null) config._theme = theme
  const address = (): string => openingAddress(config, library, encryptedPath ?? openingPath(config))
  if (mode === 'tab') {
    window.location.href = address()
    return
  }
  const iframe = newFrame(widget)
  const byPost = widget.method === 'post'
  if (!byPost) iframe.src = address()
  widget.iframe = iframe
  widget.widgetLoaded = false
  if (mode === 'popup') placeInModal(widget, iframe, library)
  else placeInTarget(widget, iframe)
  if (byPost) postConfig(widget, baseOf(config, library))
}
