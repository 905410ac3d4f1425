import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { z } from 'zod'
import { keepSessionDraft, sessionDraftsOf } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'

/** What was typed and not saved, by the id of its rule. */
export type Drafts<Draft> = Readonly<Record<string, Draft>>

export interface RuleDrafts<Draft> {
  readonly useDrafts: () => Drafts<Draft>
  readonly draftOf: (ruleId: string) => Draft | undefined
  /** Keeps what was typed, also over a reload; null forgets it. */
  readonly keep: (ruleId: string, draft: Draft | null) => void
  /** Forgets a draft that has been saved; what was typed meanwhile stays. */
  readonly forgetSaved: (ruleId: string, written: Draft | undefined) => void
  /** Name of the stored draft. Each rule has an entry of its own, so that a long draft does not displace others. */
  readonly nameOf: (ruleId: string) => string
}

/** Reads stored drafts; what does not fit the schema is left out. */
function readDrafts<Draft>(schema: z.ZodType<Draft>, texts: Readonly<Record<string, string>>): Drafts<Draft> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => {
      const draft = readDraft(schema, text)
      return draft === undefined ? [] : [[id, draft]]
    }),
  )
}

function readDraft<Draft>(schema: z.ZodType<Draft>, text: string): Draft | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Drafts of the rules of one family; `prefix` begins the names that they are stored under. */
export function createRuleDrafts<Draft>(prefix: string, schema: z.ZodType<Draft>): RuleDrafts<Draft> {
  const read = (): Drafts<Draft> => readDrafts(schema, sessionDraftsOf(prefix))
  const store = createStore<Drafts<Draft>>(read)
  // Rules of an imported copy have the ids of those that it was made of.
  forgetWithSession(() => store.setState(read(), true))

  const nameOf = (ruleId: string): string => prefix + ruleId
  const draftOf = (ruleId: string): Draft | undefined => store.getState()[ruleId]
  const keep = (ruleId: string, draft: Draft | null): void => {
    const { [ruleId]: _old, ...rest } = store.getState()
    store.setState(draft === null ? rest : { ...rest, [ruleId]: draft }, true)
    keepSessionDraft(nameOf(ruleId), draft === null ? null : JSON.stringify(draft))
  }
  return {
    useDrafts: () => useStore(store),
    draftOf,
    keep,
    forgetSaved: (ruleId, written) => {
      if (draftOf(ruleId) === written) keep(ruleId, null)
    },
    nameOf,
  }
}
