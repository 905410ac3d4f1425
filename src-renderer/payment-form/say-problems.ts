import type { PageTexts } from '../../src-main/domain/form/page-state'
import type { FieldProblem } from '../../src-main/domain/form/view'
import { all, byId, controlNamed, first } from './dom'

function messageOf(control: HTMLElement): HTMLElement | null {
  return byId(`${control.id}-e`)
}

/** Takes back what was said about one input. */
export function forgetProblem(control: HTMLElement): void {
  if (!control.hasAttribute('aria-invalid')) return
  control.removeAttribute('aria-invalid')
  control.parentElement?.classList.remove('bad')
  const message = messageOf(control)
  if (message !== null) message.hidden = true
}

/** Shows a field that waited for the shop: the platform misses its value (contract 12.23). */
export function showAskedField(form: ParentNode, name: string): void {
  const field = controlNamed(form, name)?.parentElement?.parentElement
  if (field?.hidden === true && !field.hasAttribute('data-new-card')) field.hidden = false
}

/** Says at each input what is wrong, and puts the focus where the customer can begin to put it right. */
export function sayProblems(form: ParentNode, problems: readonly FieldProblem[], texts: PageTexts): void {
  all(form, '[aria-invalid]').forEach(forgetProblem)
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
  summarise(form, texts)?.focus()
}

/**
 * Names the fields with problems above them where some are out of sight; what is wrong stands at the fields only. The
 * result is where the customer begins: the list, or the first of the fields; null without any problem.
 */
export function summarise(form: ParentNode, texts: PageTexts): HTMLElement | null {
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

/** Whether the window shows all of a control, as it stands now. */
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

/** Says what no input is to blame for; '' takes it back. `retry` offers to send the same once more. */
export function sayNotice(text: string, retry: boolean): void {
  const notice = byId('pf-notice')
  if (notice === null) return
  const place = first(notice, 'p > span')
  if (place !== null) place.textContent = text
  const button = first(notice, '[data-action="resend"]')
  if (button !== null) button.hidden = !retry
  notice.hidden = text === ''
  if (text !== '') notice.focus()
}
