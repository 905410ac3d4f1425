import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keepSessionDraft, sessionDraftOf } from '../state/preferences'
import { forgetWithSession } from '../state/session-memory'
import { ruleDraft } from './rule-draft'
import type { RuleDraft } from './rule-draft'

const STORED = 'answers'

/** What was typed and not saved, by the id of its rule; a rule that was never saved has its draft alone. */
export type Drafts = Readonly<Record<string, RuleDraft>>

const stored = z.record(z.string(), ruleDraft)

/** Reads what was kept; what does not fit is forgotten. */
export function readDrafts(text: string | undefined): Drafts {
  try {
    return stored.safeParse(JSON.parse(text ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

const draftStore = createStore<Drafts>(() => readDrafts(sessionDraftOf(STORED)))

// Rules of an imported copy have the ids of those that it was made of.
forgetWithSession(() => {
  draftStore.setState(readDrafts(sessionDraftOf(STORED)), true)
})

export function useDrafts(): Drafts {
  return useStore(draftStore)
}

export function draftNow(ruleId: string): RuleDraft | undefined {
  return draftStore.getState()[ruleId]
}

/** Keeps what was typed, also over a reload; null forgets it. */
export function keepRuleDraft(ruleId: string, draft: RuleDraft | null): void {
  const { [ruleId]: _old, ...rest } = draftStore.getState()
  const drafts = draft === null ? rest : { ...rest, [ruleId]: draft }
  draftStore.setState(drafts, true)
  keepSessionDraft(STORED, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts))
}
