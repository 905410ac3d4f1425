import { all, around, byId, first } from './dom'

/** The question whether a saved card is to go, which opens in its row. */
export function askRemoval(button: HTMLElement): void {
  const question = byId(button.getAttribute('aria-controls') ?? '')
  if (question === null) return
  all(document, '[data-action="ask-removal"]').forEach((other) => {
    if (other !== button) show(other, false)
  })
  show(button, Boolean(question.hidden))
  if (!question.hidden) first(question, 'button')?.focus()
}

/** The customer keeps the card: the question goes, the focus returns to what asked it. */
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
