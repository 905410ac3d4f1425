import type { EPayWidgetGlobal, Widget, WidgetConfig } from './widget-types'

function forEachSent(config: WidgetConfig, use: (name: string, value: unknown) => void): void {
  Object.keys(config).forEach((name) => {
    if (typeof config[name] !== 'function') use(name, config[name])
  })
}

/** The value is encoded, the name is not (contract 8.5). */
const pair = (name: string, value: unknown): string => name + '=' + encodeURIComponent(String(value))

/** Adds a parameter to an address; undefined adds nothing. */
export function addParameter(address: string, name: string, value: unknown): string {
  if (value === undefined) return address
  return address + (address.split('?').length > 1 ? '&' : '?') + pair(name, value)
}

/**
 * Path and query of the address that opens the form by GET. Objects are sent as the string `[object Object]`, null
 * as `null`; functions and undefined are left out (contract 8.5).
 */
export function openingPath(config: WidgetConfig): string {
  const pairs: string[] = []
  forEachSent(config, (name, value) => {
    if (value !== undefined) pairs.push(pair(name, value))
  })
  pairs.push(pair('_sw', window.screen.width), pair('_sh', window.screen.height))
  return '/payment?' + pairs.join('&')
}

/**
 * The full address that opens the form by GET: at `baseUrl` of the config, or at the origin of the library (contract
 * 8.2).
 */
export function openingAddress(
  config: WidgetConfig,
  library: Pick<EPayWidgetGlobal, 'getBaseUrl'>,
  path = openingPath(config),
): string {
  return baseOf(config, library) + path
}

export function baseOf(config: WidgetConfig, library: Pick<EPayWidgetGlobal, 'getBaseUrl'>): string {
  const { baseUrl } = config
  return String(typeof baseUrl === 'string' && baseUrl ? baseUrl : library.getBaseUrl())
}

export function hiddenForm(method: string, action: string): HTMLFormElement {
  const form = document.createElement('form')
  form.method = method
  form.action = action
  form.acceptCharset = 'UTF-8'
  form.style.display = 'none'
  return form
}

export function addField(form: HTMLFormElement, name: string, value: unknown): void {
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = name
  field.value = String(value)
  form.appendChild(field)
}

/** Submits the form, even if a field named `submit` hides its method. */
export function submitForm(form: HTMLFormElement): void {
  document.body.appendChild(form)
  HTMLFormElement.prototype.submit.call(form)
}

/**
 * Opens the form in the widget's frame by POST: objects, functions and null are left out, undefined is sent as the
 * string `undefined` (contract 8.5).
 */
export function postConfig(widget: Widget, base: string): void {
  if (widget.iframe === null) return
  const form = hiddenForm('post', base + '/payment')
  form.target = widget.iframe.name
  forEachSent(widget.config, (name, value) => {
    if (typeof value !== 'object') addField(form, name, value)
  })
  submitForm(form)
  document.body.removeChild(form)
}

/** The first script whose address ends in `/merchant.js`. */
function libraryScript(): HTMLScriptElement | undefined {
  const scripts = document.getElementsByTagName('script')
  let n = 0
  while (n < scripts.length && !/\/merchant\.js$/.test(String(scripts[n]?.src))) n++
  return scripts[n]
}

/** The `data-theme` of the library's script element; null if there is no such element or attribute. */
export const themeBesideLibrary = (): string | null => libraryScript()?.getAttribute('data-theme') ?? null

/**
 * The origin, with port, of the library's script; null if there is none.
 * @throws a string if the address has no host, such as a file URL (contract 8.1)
 */
export function originOfLibrary(): string | null {
  const script = libraryScript()
  if (script === undefined) return null
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(script.src)
  return origin === null
    ? refuse('The address of merchant.js does not say where the form is. Set cfg.baseUrl.')
    : origin[0]
}

/**
 * Throws a string instead of an `Error`, because merchant pages compare what they catch with strings (contract 8.2,
 * 8.4).
 */
export function refuse(text: unknown): never {
  throw text
}

/** Formats minor units with two decimals: `4650` as `46.50`; '' if they are not a number (contract 12.29). */
export function formatAmount(amount: unknown): string {
  const minor = typeof amount === 'string' && amount !== '' ? Number(amount) : amount
  return typeof minor === 'number' && isFinite(minor) ? (minor / 100).toFixed(2) : ''
}
