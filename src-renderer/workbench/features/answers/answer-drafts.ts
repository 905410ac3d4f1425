import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keepSessionDraft, sessionDraftsOf } from '../../state/preferences'
import { forgetWithSession } from '../../state/session-memory'
import { ruleDraft } from './rule-draft'
import type { RuleDraft } from './rule-draft'

/** What was typed and not saved, by the id of its rule; a rule that was never saved has its draft alone. */
export type Drafts = Readonly<Record<string, RuleDraft>>

const PREFIX = 'answer rule '

/** Under this name what was typed for a rule is kept: one entry each, so that a long one takes no room from others. */
export const draftName = (ruleId: string): string => PREFIX + ruleId

/** Reads what was kept, by the ids of rules; what does not fit is forgotten. */
export function readDrafts(texts: Readonly<Record<string, string>>): Drafts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => {
      const draft = readRuleDraft(text)
      return draft === null ? [] : [[id, draft]]
    }),
  )
}

function readRuleDraft(text: string): RuleDraft | null {
  try {
    return ruleDraft.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const draftStore = createStore<Drafts>(() => readDrafts(sessionDraftsOf(PREFIX)))

// Rules of an imported copy have the ids of those that it was made of.
forgetWithSession(() => {
  draftStore.setState(readDrafts(sessionDraftsOf(PREFIX)), true)
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
  draftStore.setState(draft === null ? rest : { ...rest, [ruleId]: draft }, true)
  keepSessionDraft(draftName(ruleId), draft === null ? null : JSON.stringify(draft))
}

/** Forgets what was typed where that is what was saved; what was typed meanwhile stays. */
export function forgetSaved(ruleId: string, written: RuleDraft | undefined): void {
  if (draftNow(ruleId) === written) keepRuleDraft(ruleId, null)
}
