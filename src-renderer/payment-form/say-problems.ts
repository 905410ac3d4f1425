import type { PageTexts } from '../../src-main/core/form/page/state'
import type { FieldProblem } from '../../src-main/core/form/view'
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

/** Says at each input what is wrong, lists it where it is more than one thing, and puts the focus there. */
export function sayProblems(form: ParentNode, problems: readonly FieldProblem[], texts: PageTexts): void {
  all(form, '[aria-invalid]').forEach(forgetProblem)
  const summary = byId('pf-summary')
  const list = summary === null ? null : first(summary, 'ul')
  if (list !== null) list.innerHTML = ''
  const said = problems.filter(({ name, reason }) => {
    const control = controlNamed(form, name)
    if (control === null) return false
    const text = texts.problems[reason]
    control.setAttribute('aria-invalid', 'true')
    control.parentElement?.classList.add('bad')
    const message = messageOf(control)
    const place = message === null ? null : first(message, 'span')
    if (place !== null) place.textContent = text
    if (message !== null) message.hidden = false
    return true
  })
  if (summary === null) return
  const title = first(summary, 'b')
  const titles = texts.problemTitles
  if (title !== null) title.textContent = titles[Math.min(said.length, titles.length) - 1] ?? ''
  summary.hidden = said.length < 2
  if (said.length > 1) {
    said.forEach(({ name, reason }) => {
      const control = controlNamed(form, name)
      if (control !== null) list?.appendChild(listEntry(form, control, texts.problems[reason]))
    })
  }
  const target = said.length > 1 ? summary : controlNamed(form, said[0]?.name ?? '')
  target?.focus()
}

function listEntry(form: ParentNode, control: HTMLElement, text: string): HTMLElement {
  const label = first(form, `label[for="${control.id}"]`)?.textContent ?? ''
  const link = document.createElement('a')
  link.href = `#${control.id}`
  link.textContent = `${label}: ${text}`
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
