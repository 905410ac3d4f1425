import { all, around, byId, first } from './dom'

/** The confirmation for removing a saved card, shown in its row. */
export function askRemoval(button: HTMLElement): void {
  const question = byId(button.getAttribute('aria-controls') ?? '')
  if (question === null) return
  all(document, '[data-action="ask-removal"]').forEach((other) => {
    if (other !== button) show(other, false)
  })
  show(button, Boolean(question.hidden))
  if (!question.hidden) first(question, 'button')?.focus()
}

/** The customer keeps the card: hides the confirmation and returns the focus to its button. */
export function keepCard(answer: EventTarget | null): void {
  const id = around(answer, 'aria-labelledby')?.id ?? ''
  const button = first(document, `[aria-controls="${id}"]`)
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
