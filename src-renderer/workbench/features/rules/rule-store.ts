import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { reasonOf } from '#window/state/toasts'
import type { z } from 'zod'
import { parseJson } from '#lib/json/parse'
import { keepSessionDraft, sessionDraftsOf } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'

/** What is shown of any rule, with the counts of the bench. */
export interface RuleView {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly sentence: string
  /** How often it was asked. */
  readonly evaluated: number
  /** How often it acted. */
  readonly fired: number
}

export interface LiveRules<View> {
  /** Null until they are read. */
  readonly rules: readonly View[] | null
  /** Why the last reading failed. */
  readonly error: string | null
  readonly reload: () => void
}

export type RuleStore<View> = ReturnType<typeof createRuleStore<View>>

/**
 * One copy of the rules for everything that shows them.
 * @param listedIn the rules that an event brings; null for events about something else
 */
function createRuleStore<View>(
  list: (bench: BenchClient) => Promise<{ readonly rules: readonly View[] }>,
  listedIn: (event: BenchEvent) => { readonly rules: readonly View[] } | null,
) {
  const store = createStore<Omit<LiveRules<View>, 'reload'>>(() => ({ rules: null, error: null }))
  /** Reads the rules of the bench, or why they cannot be read. Never rejects: what was done before stays done. */
  const load = async (bench: BenchClient): Promise<void> => {
    try {
      const { rules } = await list(bench)
      store.setState({ rules, error: null })
    } catch (error) {
      store.setState({ error: reasonOf(error) })
    }
  }

  /** The rules with their counts, live. */
  function useRules(): LiveRules<View> {
    const bench = useBench()
    const epoch = useInfo((state) => state.epoch)
    const isConnected = useInfo(({ status }) => status === 'connected')
    const known = useStore(store)
    const reload = useCallback(() => void load(bench), [bench])
    useEffect(reload, [reload, epoch])
    useEffect(() => {
      if (isConnected && store.getState().error !== null) reload()
    }, [isConnected, reload])
    useBenchEvents((events) => {
      const listed = events.flatMap((event) => listedIn(event) ?? []).at(-1)
      if (listed !== undefined) store.setState({ rules: listed.rules, error: null })
      if (events.some((event) => event.type === 'session.changed')) reload()
    })
    return { ...known, reload }
  }
  return { load, useRules }
}

export const answerRules = createRuleStore(
  (bench) => bench.call('answers.list', {}),
  (event) => (event.type === 'answers.changed' ? event : null),
)

export const faultRules = createRuleStore(
  (bench) => bench.call('faults.list', {}),
  (event) => (event.type === 'faults.changed' ? event : null),
)

/** What was typed and not saved, by the id of its rule. */
export type Drafts<Draft> = Readonly<Record<string, Draft>>

export type RuleDrafts<Draft> = ReturnType<typeof createRuleDrafts<Draft>>

/** Drafts of the rules of one family; `prefix` begins the names that they are stored under. */
export function createRuleDrafts<Draft>(prefix: string, schema: z.ZodType<Draft>) {
  /** Those that fit the schema. */
  const read = (): Drafts<Draft> =>
    Object.fromEntries(
      Object.entries(sessionDraftsOf(prefix)).flatMap(([id, text]) => {
        const json = parseJson(text)
        const { data } = schema.safeParse(json.ok ? json.plain : undefined)
        return data === undefined ? [] : [[id, data]]
      }),
    )
  const store = createStore<Drafts<Draft>>(read)
  // Rules of an imported copy have the ids of those that it was made of.
  forgetWithSession(() => store.setState(read(), true))

  /** Name of the stored draft. Each rule has an entry of its own, so that a long draft does not displace others. */
  const nameOf = (ruleId: string): string => prefix + ruleId
  const draftOf = (ruleId: string): Draft | undefined => store.getState()[ruleId]
  /** Keeps what was typed, also over a reload; null forgets it. */
  const keep = (ruleId: string, draft: Draft | null): void => {
    const { [ruleId]: _old, ...rest } = store.getState()
    store.setState(draft === null ? rest : { ...rest, [ruleId]: draft }, true)
    keepSessionDraft(nameOf(ruleId), draft === null ? null : JSON.stringify(draft))
  }
  return {
    useDrafts: (): Drafts<Draft> => useStore(store),
    draftOf,
    keep,
    /** Forgets a draft that has been saved; what was typed meanwhile stays. */
    forgetSaved: (ruleId: string, written: Draft | undefined): void => {
      if (draftOf(ruleId) === written) keep(ruleId, null)
    },
    nameOf,
  }
}
