import { keepDraft, setPlace } from '../state/preferences'
import { openView } from './callback-view'

/** Under this name the chosen fault rule is remembered. */
export const CHOSEN_FAULT_RULE = 'faults.chosen'

export function chooseFaultRule(id: string | null): void {
  keepDraft(CHOSEN_FAULT_RULE, id)
}

export function showFaults(): void {
  openView('faults')
}

export function showFaultRule(id: string): void {
  chooseFaultRule(id)
  showFaults()
}

/** Opens the page of answer rules with a rule, or with none chosen. */
export function showAnswerRule(id: string | null): void {
  openView('answers')
  setPlace('callbacks', { selection: id })
}
