import type { PageTexts } from '#domain/form/page-state'
import type { FieldProblem } from '#domain/form/view'
import { all, byId, controlNamed, first } from './dom'

function messageOf(control: HTMLElement): HTMLElement | null {
  return byId(`${control.id}-e`)
}

/** Removes the error of one input. */
export function clearFieldError(control: HTMLElement): void {
  if (!control.hasAttribute('aria-invalid')) return
  control.removeAttribute('aria-invalid')
  control.parentElement?.classList.remove('bad')
  const message = messageOf(control)
  if (message !== null) message.hidden = true
}

/** Shows a field that was left to the shop: the platform still needs its value (contract 12.23). */
export function showRequestedField(form: ParentNode, name: string): void {
  const field = controlNamed(form, name)?.parentElement?.parentElement
  if (field?.hidden === true && !field.hasAttribute('data-new-card')) field.hidden = false
}

/** Shows what is wrong at each input, and focuses the place where the customer can start to correct it. */
export function showFieldErrors(form: ParentNode, problems: readonly FieldProblem[], texts: PageTexts): void {
  all(form, '[aria-invalid]').forEach(clearFieldError)
  problems.forEach(({ name, reason }) => {
    const control = controlNamed(form, name)
    if (control === null) return
    control.setAttribute('aria-invalid', 'true')
    control.parentElement?.classList.add('bad')
    const message = messageOf(control)
    const place = message === null ? null : first(message, 'span')
    if (place !== null) place.textContent = texts.problems[reason]
    if (message !== null) message.hidden = false
  })
  showErrorSummary(form, texts)?.focus()
}

/**
 * Lists the fields with errors above the form where some of them are outside the viewport; the errors themselves stand at
 * the fields only. Returns where the customer starts: the list, or the first of the fields; null without errors.
 */
export function showErrorSummary(form: ParentNode, texts: PageTexts): HTMLElement | null {
  const bad = all(form, '[aria-invalid]')
  const summary = byId('pf-summary')
  if (summary === null) return bad[0] ?? null
  summary.hidden = bad.length < 2 || bad.every(isInSight)
  if (summary.hidden) return bad[0] ?? null
  const title = first(summary, 'b')
  const titles = texts.problemTitles
  if (title !== null) title.textContent = titles[Math.min(bad.length, titles.length) - 1] ?? ''
  const list = first(summary, 'ul')
  if (list !== null) list.innerHTML = ''
  bad.forEach((control) => list?.appendChild(listEntry(form, control)))
  return summary
}

/** Whether a control is completely inside the viewport. */
function isInSight(control: HTMLElement): boolean {
  const { top, bottom } = control.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

function listEntry(form: ParentNode, control: HTMLElement): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${control.id}`
  link.textContent = first(form, `label[for="${control.id}"]`)?.textContent ?? ''
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
  const place = first(notice, 'p > span')
  if (place !== null) place.textContent = text
  const button = first(notice, '[data-action="resend"]')
  if (button !== null) button.hidden = !retry
  notice.hidden = text === ''
  if (text !== '') notice.focus()
}
