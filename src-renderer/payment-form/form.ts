import { shapeCardInput } from './card-typing'
import {
  all,
  byId,
  clearFieldError,
  closestWith,
  type Control,
  first,
  inputNamed,
  isControl,
  isWebAddress,
} from './dom'
import { isObject, isPageState, type JsonObject, readJson } from './platform'
import { connectParentWindow } from './parent-window'
import { createFormController, type FormController } from './form-controller'

/**
 * The script of the hosted form, and the frame's side of contract 8. It uses only what Internet Explorer 11
 * supports, and never puts a card number or a code into a message.
 */

/**
 * Reports script errors and violations of the content security policy to the embedding page, which may show them to a
 * developer (src-renderer/demo-shop/form-error.ts). The library ignores objects: messages of contract 8.6 are JSON text
 * with a guid.
 */
function reportErrors(): void {
  if (window.parent === window) return
  const post = (kind: 'error' | 'csp', name: string, data: unknown): void => {
    window.parent.postMessage({ source: 'paybench-form', kind, name, data }, '*')
  }
  window.addEventListener('error', ({ message, filename, lineno }) => {
    post('error', message, { file: filename, line: lineno })
  })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    post('csp', effectiveDirective, { blocked: blockedURI })
  })
}

/** In CSS pixels. The height is that of the content, not of the window, or a frame could never shrink. */
function measure() {
  const page = byId('pf') ?? document.body
  return {
    width: document.documentElement.clientWidth,
    height: Math.ceil(page.getBoundingClientRect().height),
  }
}

/** Reports every new size; polls if there is no ResizeObserver. Returns a function that measures at once. */
function watchSize(changed: (size: ReturnType<typeof measure>) => void): () => void {
  let known = measure()
  const check = (): void => {
    const size = measure()
    if (size.width === known.width && size.height === known.height) return
    known = size
    changed(size)
  }
  const page = byId('pf')
  if ('ResizeObserver' in window && page !== null) new window.ResizeObserver(check).observe(page)
  else setInterval(check, 250)
  return check
}

let controller: FormController | null = null
let postSizeNow: (() => void) | null = null

reportErrors()
const parent = connectParentWindow(receive)
prepareErrorPage()

/** What each message of the embedding page does (contract 8.6, 8.7). */
const RECEIVED: Readonly<Record<string, (form: FormController, body: JsonObject) => void>> = {
  close: (form) => form.leaving.closedByPage(),
  external_widget_form_submission: (form) => form.submit('embedding page'),
  'embedded_mode.try_submit': (form) => form.submit('shop button'),
  'embedded_mode.check_validation': (form) => form.check(),
  'embedded_mode.submit': (form, { fields }) => form.submitWith(isObject(fields) ? fields : {}),
  'embedded_mode.check_submit.result': (form, body) => form.takeConsent(body),
  'embedded_mode.buttons_disable': (form) => form.setLocked(true),
  'embedded_mode.buttons_enable': (form) => form.setLocked(false),
}

function receive(message: string, body: JsonObject): void {
  const name = message.replace(/^epframe\./, '')
  if (name === 'resize') postSizeNow?.()
  else if (controller !== null && Object.prototype.hasOwnProperty.call(RECEIVED, name))
    RECEIVED[name]?.(controller, body)
}

/** What each button of the page does. */
const PRESSED: Readonly<Record<string, (form: FormController, button: HTMLElement) => void>> = {
  'give-up': (form) => form.cancel(),
  resend: (form) => form.resend(),
  'resend-code': (form) => form.sendNewCode(),
  close: (form) => form.leaving.close(),
  way: (form, button) => form.choose(button.getAttribute('data-way') ?? ''),
  provider: (form, button) =>
    form.decide(button.getAttribute('data-outcome') === 'paid' ? 'paid' : 'cancelled'),
  'remove-card': (form, button) => form.removeCard(Number(button.getAttribute('data-card'))),
  'keep-card': (_form, button) => keepCard(button),
  toggle: (_form, button) => toggle(button),
  copy: (_form, button) => copy(button),
}

function listen(form: FormController): void {
  let isDeleting = false
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    form.submit('form')
  })
  document.addEventListener('keydown', (event) => {
    isDeleting = event.key === 'Backspace' || event.key === 'Delete' || event.key === 'Del'
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // A search among the banks is part of the form, but must not pay.
    if (event.target.type === 'search') event.preventDefault()
    else parent.post('enter_key_pressed')
  })
  document.addEventListener('input', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement) {
      shapeCardInput(target, isDeleting)
      findIn(target)
    }
    if (target instanceof HTMLElement) clearFieldError(target)
    isDeleting = false
  })
  document.addEventListener('change', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'saved_card') form.chooseCard()
    else if (target instanceof HTMLInputElement) shapeCardInput(target, false)
    if (target instanceof HTMLElement) clearFieldError(target)
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Only from one text to another: a message must not move a button away while the customer presses it.
    if (isTyped(target) && isTyped(relatedTarget)) form.checkLeft(target)
  })
  document.addEventListener('click', (event) => {
    const button = closestWith(event.target, 'data-action')
    if (button instanceof HTMLButtonElement) PRESSED[button.getAttribute('data-action') ?? '']?.(form, button)
    const link = closestWith(event.target, 'data-again')
    if (link !== null) waitForTab(link)
    leaveBy(event, form)
  })
}

/** Fills in a test card that the workbench's preview sends; a page of another origin cannot (decision 043). */
function takeTestCards(form: FormController, workbench: readonly string[]): void {
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    const card = workbench.indexOf(origin) >= 0 && isObject(data) ? data['card'] : null
    if (!isObject(card)) return
    const other = first('input[name="saved_card"][value=""]')
    if (other instanceof HTMLInputElement) {
      other.checked = true
      form.chooseCard()
    }
    Object.keys(card).forEach((name) => {
      const input = inputNamed(name)
      if (input === null) return
      input.value = String(card[name])
      shapeCardInput(input, false)
      clearFieldError(input)
    })
  })
}

const isTyped = (node: EventTarget | null): node is Control =>
  isControl(node) && !/radio|checkbox/.test(node.type)

/** The provider's page has opened in another tab: the form waits, and can open it again. */
function waitForTab(link: HTMLElement): void {
  link.textContent = link.getAttribute('data-again')
  link.className = 'pf-second'
  const spinner = byId('pf-wait')
  if (spinner !== null) spinner.hidden = false
}

function prepareErrorPage(): void {
  if (byId('error-description') === null) return
  const back = first('[data-action="go-back"]')
  if (back !== null && !parent.framed && window.history.length > 1 && isWebAddress(document.referrer)) {
    back.hidden = false
  }
  document.addEventListener('click', (event) => {
    const action = closestWith(event.target, 'data-action')?.getAttribute('data-action')
    if (action === 'close') parent.post('exit')
    else if (action === 'go-back') window.history.back()
  })
}

/** If no message has to be sent, the browser simply follows the link of a return button (contract 7.6). */
function leaveBy(event: Event, form: FormController): void {
  const link = closestWith(event.target, 'data-leave')
  if (!(link instanceof HTMLAnchorElement)) return
  const how = link.getAttribute('data-leave')
  if (!parent.framed || how === 'blank_page' || how === 'iframe') return
  event.preventDefault()
  if (how === 'parent_page') form.leaving.goTo(link.href, 'parent_page')
  else form.leaving.close()
}

/** Posts the page size now and on each change, even for an error page, which must be fully visible (contract 12.31). */
function postSize(): void {
  parent.post('loaded', measure())
  parent.post('resize', measure())
  const check = watchSize((size) => parent.post('resize', size))
  postSizeNow = () => {
    check()
    parent.post('resize', measure())
  }
}

function start(): void {
  postSize()
  const isRefused = byId('error-description') !== null
  const state = isRefused ? undefined : readJson(byId('form-state')?.textContent ?? '')
  if (!isPageState(state)) {
    parent.post('fail_loading', { message: 'Application error' })
    return
  }
  controller = createFormController(state, parent)
  listen(controller)
  takeTestCards(controller, state.workbench)
  controller.start()
}

// A frame without a width would be measured wrongly, so wait; the embedding page shows it only after `loaded`.
if (!parent.framed || measure().width > 0) start()
else setTimeout(start, 100)

function toggle(button: HTMLElement): void {
  const part = byId(button.getAttribute('aria-controls') ?? '')
  if (part === null) return
  all('[data-action="toggle"]').forEach((other) => {
    if (other !== button) show(other, false)
  })
  show(button, Boolean(part.hidden))
  if (!part.hidden) first('button', part)?.focus()
}

/** Shows only the ways to pay, or the banks, whose text contains what was typed in the search, and what is chosen. */
function findIn(search: HTMLInputElement): void {
  const selector = search.getAttribute('data-find')
  if (selector === null) return
  const wanted = search.value.trim().toLowerCase()
  let found = 0
  all(selector).forEach((each) => {
    const isFound = each.textContent.toLowerCase().indexOf(wanted) >= 0
    if (each.parentElement !== null) each.parentElement.hidden = !isFound && first(':checked', each) === null
    if (isFound) found += 1
  })
  all('.pf-kind').forEach((kind) => {
    kind.hidden = first('li:not([hidden])', kind) === null
  })
  const none = byId('pf-none')
  if (none !== null) none.hidden = found > 0
}

/** If the browser has no clipboard, or refuses it to a frame, the text is selected for the customer to copy. */
function copy(button: HTMLElement): void {
  const copied = (): void => {
    button.textContent = button.getAttribute('data-copied')
  }
  const select = (): void => {
    const text = button.parentElement === null ? null : first('bdi', button.parentElement)
    if (text !== null) window.getSelection()?.selectAllChildren(text)
  }
  if (!('clipboard' in navigator)) select()
  else navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '').then(copied, select)
}

function keepCard(kept: HTMLElement): void {
  const id = closestWith(kept, 'aria-labelledby')?.id ?? ''
  const button = first(`[aria-controls="${id}"]`)
  if (button === null) return
  show(button, false)
  button.focus()
}

function show(button: HTMLElement, isOpen: boolean): void {
  const question = byId(button.getAttribute('aria-controls') ?? '')
  if (question === null) return
  question.hidden = !isOpen
  button.setAttribute('aria-expanded', String(isOpen))
}
