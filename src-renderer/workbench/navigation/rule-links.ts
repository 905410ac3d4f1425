import { preferencesStore, setPlace } from '#window/state/preferences'
import { openView, readView } from './callback-view'

/** Selects a rule, or none, where their view is open: the selection belongs to it, and an undo may come from elsewhere. */
export function chooseRule(view: 'answers' | 'faults', id: string | null): void {
  if (readView(preferencesStore.getState().callbacks.view) === view) setPlace('callbacks', { selection: id })
}

export function showFaults(): void {
  openView('faults')
}

export function showFaultRule(id: string): void {
  showFaults()
  chooseRule('faults', id)
}

/** Opens the page of answer rules with a rule, or with none chosen. */
export function showAnswerRule(id: string | null): void {
  openView('answers')
  chooseRule('answers', id)
}
