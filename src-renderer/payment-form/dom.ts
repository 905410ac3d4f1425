import { countdownText } from '#domain/form/countdown'
import type { PageTexts } from '#domain/form/page-state'
import { shownReason } from '#domain/form/shown-reason'
import type { FieldProblem, ProblemReason } from '#domain/form/view'
import type { FormUpdate } from '#domain/form/wire'

/** How the script reads and changes the page. Uses only calls that Internet Explorer 11 supports. */

export type Control = HTMLInputElement | HTMLSelectElement

export function byId(id: string): HTMLElement | null {
  return document.getElementById(id)
}

/** All matches as an array: a NodeList has no array methods in old browsers. */
export function all(selector: string, root: ParentNode = document): readonly HTMLElement[] {
  const found = root.querySelectorAll(selector)
  const elements: HTMLElement[] = []
  for (let index = 0; index < found.length; index += 1) {
    const element = found.item(index)
    if (element instanceof HTMLElement) elements.push(element)
  }
  return elements
}

export function first(selector: string, root?: ParentNode): HTMLElement | null {
  return all(selector, root)[0] ?? null
}

/** The form of the page, which has all its inputs; null on a page without one. */
export const shownForm = (): HTMLElement | null => first('form[data-action]')

export const isControl = (node: EventTarget | null): node is Control =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement

const controlsAt = (selector: string): readonly Control[] => all(selector).filter(isControl)

/** The inputs with a name; of a group of radio buttons, only the chosen one. */
export const controls = (): readonly Control[] =>
  controlsAt('input[name]:not([type="radio"]), input[name]:checked, select[name]')

/** The input with that name; of a group of radio buttons, the chosen one or else the first. */
export function controlNamed(name: string): Control | null {
  const isNamed = (control: Control): boolean => control.name === name
  return controls().filter(isNamed)[0] ?? controlsAt('[type="radio"]').filter(isNamed)[0] ?? null
}

export function inputNamed(name: string): HTMLInputElement | null {
  const control = controlNamed(name)
  return control instanceof HTMLInputElement ? control : null
}

/** The nearest element with the attribute, from `start` upwards. */
export function closestWith(start: EventTarget | null, attribute: string): HTMLElement | null {
  let node = start instanceof Node ? start : null
  while (node !== null) {
    if (node instanceof HTMLElement && node.hasAttribute(attribute)) return node
    node = node.parentNode
  }
  return null
}

export function isShown(control: HTMLElement): boolean {
  let node: HTMLElement | null = control
  while (node !== null) {
    if (node.hidden) return false
    node = node.parentElement
  }
  return true
}

/** The form navigates to web addresses only. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/** Updates every countdown of the page; a frozen clock freezes them. `onEnd` is called when a countdown ends. */
export function startClock(onEnd: () => void) {
  let now = Date.now()
  let rate = 0
  let readAt = Date.now()
  let ended: HTMLElement | null = null
  const virtualNow = (): number => now + (Date.now() - readAt) * rate

  const tick = (): void => {
    all('time[data-ends]').forEach((element) => {
      const left = Number(element.getAttribute('data-ends')) - virtualNow()
      const text = countdownText(left, element.getAttribute('data-day') ?? 'd')
      if (element.textContent !== text) element.textContent = text
      const box = element.parentElement?.parentElement
      if (left <= 5 * 60_000 && box?.className === 'pf-time') box.className = 'pf-time soon'
      if (left > 0 || ended === element) return
      ended = element
      onEnd()
    })
  }
  setInterval(tick, 500)
  const follow = (clock: FormUpdate['clock']): void => {
    now = clock.now
    rate = clock.rate
    readAt = Date.now()
    tick()
  }
  return {
    set: (clock: FormUpdate['clock']): void => {
      ended = null
      follow(clock)
    },
    follow,
    now: virtualNow,
  }
}

/** The field of a control, or the row of a saved card. */
export const rowOf = (control: HTMLElement | null) => control?.parentElement?.parentElement

function messageOf(control: HTMLElement): HTMLElement | null {
  return byId((control.getAttribute('aria-describedby') ?? '').split(' ')[0] ?? '')
}

/** Also hides the list of errors above the form, which would no longer be true. */
export function clearFieldError(changed: HTMLElement): void {
  // Of a group of radio buttons, another one may have the error.
  const name = changed.getAttribute('name')
  const control = all('[aria-invalid]').filter((each) => each.getAttribute('name') === name)[0]
  if (control === undefined) return
  control.removeAttribute('aria-invalid')
  rowOf(control)?.classList.remove('bad')
  const message = messageOf(control)
  if (message !== null) message.hidden = true
  const summary = byId('pf-summary')
  if (summary !== null) summary.hidden = true
}

/** Shows a field that was left to the shop: the platform still needs its value (contract 12.23). */
export function showRequestedField(name: string): void {
  const field = rowOf(controlNamed(name))
  if (field?.hidden === true && !field.hasAttribute('data-new-card')) field.hidden = false
}

/** The text for a problem, worded for the kind of input. */
export function problemText(control: HTMLElement | null, reason: ProblemReason, texts: PageTexts): string {
  return texts.problems[shownReason(reason, control?.getAttribute('data-check') ?? '')]
}

export function showFieldError({ name, reason }: FieldProblem, texts: PageTexts): void {
  const control = controlNamed(name)
  if (control === null) return
  control.setAttribute('aria-invalid', 'true')
  rowOf(control)?.classList.add('bad')
  const message = messageOf(control)
  const place = message === null ? null : first('span', message)
  if (place !== null) place.textContent = problemText(control, reason, texts)
  if (message !== null) message.hidden = false
}

/** Shows the error of each input, and focuses the place where the customer can start correcting them. */
export function showFieldErrors(problems: readonly FieldProblem[], texts: PageTexts): void {
  all('[aria-invalid]').forEach(clearFieldError)
  problems.forEach((problem) => showFieldError(problem, texts))
  showErrorSummary(texts)?.focus()
}

/**
 * Above the form, lists the fields with errors if there are several and some are outside the viewport; the messages
 * are shown only at the fields. Returns the element to focus: the list, or the first field; null without errors.
 */
export function showErrorSummary(texts: PageTexts): HTMLElement | null {
  const bad = all('[aria-invalid]')
  const summary = byId('pf-summary')
  if (summary === null) return bad[0] ?? null
  summary.hidden = bad.length < 2 || bad.every(isInSight)
  if (summary.hidden) return bad[0] ?? null
  const title = first('b', summary)
  const titles = texts.problemTitles
  if (title !== null) title.textContent = titles[Math.min(bad.length, titles.length) - 1] ?? ''
  const list = first('ul', summary)
  if (list !== null) list.innerHTML = ''
  bad.forEach((control) => list?.appendChild(listEntry(control)))
  return summary
}

function isInSight(control: HTMLElement): boolean {
  const { top, bottom } = control.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

function listEntry(control: HTMLElement): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${control.id}`
  // The label of a radio button names one choice: the message says what to choose.
  const isChoice = control.getAttribute('type') === 'radio'
  const name = isChoice ? messageOf(control) : first(`label[for="${control.id}"]`)
  link.textContent = name?.textContent.trim() ?? ''
  link.addEventListener('click', (event) => {
    event.preventDefault()
    control.focus()
  })
  const entry = document.createElement('li')
  entry.appendChild(link)
  return entry
}

/** Shows an error that belongs to no input; '' hides it. `retry` offers to send the same request again. */
export function showNotice(text: string, retry: boolean): void {
  const notice = byId('pf-notice')
  if (notice === null) return
  const place = first('p > span', notice)
  if (place !== null) place.textContent = text
  const button = first('[data-action="resend"]', notice)
  if (button !== null) button.hidden = !retry
  notice.hidden = text === ''
  if (text !== '') notice.focus()
}
