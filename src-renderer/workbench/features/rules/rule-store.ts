import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type FaultWhen, isUsedUp } from '#domain/fault/rule'
import type { AnswerRuleView, FaultRuleView } from '#protocol/rules'
import { createSharedValue } from '#window/state/shared-value'
import type { z } from 'zod'
import { keepSessionDraft, sessionDraftsOf } from '#window/state/preferences'
import { readStored } from '#window/state/preferences-shape'
import { forgetWithSession } from '#window/state/session-memory'

export interface RuleView extends Pick<
  AnswerRuleView,
  'id' | 'name' | 'enabled' | 'sentence' | 'evaluated' | 'fired'
> {
  /** Only fault rules have it. */
  readonly when?: FaultWhen
}

/** Whether the rule is on, and not used up. */
export const acts = ({ enabled, when, fired }: RuleView): boolean =>
  enabled && (when === undefined || !isUsedUp(when, fired))

export const answerRules = createSharedValue<readonly AnswerRuleView[]>(
  async (bench) => (await bench.call('answers.list', {})).rules,
  (rules, event) => (event.type === 'answers.changed' ? event.rules : rules),
)

export const faultRules = createSharedValue<readonly FaultRuleView[]>(
  async (bench) => (await bench.call('faults.list', {})).rules,
  (rules, event) => (event.type === 'faults.changed' ? event.rules : rules),
)

export type Drafts<Draft> = Readonly<Record<string, Draft>>

export type RuleDrafts<Draft> = ReturnType<typeof createRuleDrafts<Draft>>

/** Drafts of the rules of one family; their stored names begin with `prefix`. */
export function createRuleDrafts<Draft>(prefix: string, schema: z.ZodType<Draft>) {
  const read = (): Drafts<Draft> =>
    Object.fromEntries(
      Object.entries(sessionDraftsOf(prefix)).flatMap(([id, text]) => {
        const draft = readStored(schema, text)
        return draft === null ? [] : [[id, draft]]
      }),
    )
  const store = createStore<Drafts<Draft>>(read)
  // Rules of an imported session may have the same ids, so the drafts of that session are read.
  forgetWithSession(() => store.setState(read(), true))

  /** Each rule has its own entry, so that a long draft does not displace others. */
  const nameOf = (ruleId: string): string => prefix + ruleId
  const draftOf = (ruleId: string): Draft | undefined => store.getState()[ruleId]
  /** Keeps a draft, even across a reload; null forgets it. */
  const keep = (ruleId: string, draft: Draft | null): void => {
    const { [ruleId]: _old, ...rest } = store.getState()
    store.setState(draft === null ? rest : { ...rest, [ruleId]: draft }, true)
    keepSessionDraft(nameOf(ruleId), draft === null ? null : JSON.stringify(draft))
  }
  return {
    useDrafts: (): Drafts<Draft> => useStore(store),
    draftOf,
    keep,
    /** Forgets a saved draft, but not later edits. */
    forgetSaved: (ruleId: string, written: Draft | undefined): void => {
      if (draftOf(ruleId) === written) keep(ruleId, null)
    },
    nameOf,
  }
}
