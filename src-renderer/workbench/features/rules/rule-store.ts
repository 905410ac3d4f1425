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

export interface RuleView {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly sentence: string
  readonly evaluated: number
  readonly fired: number
}

export interface LiveRules<View> {
  /** Null until they are read. */
  readonly rules: readonly View[] | null
  readonly error: string | null
  readonly reload: () => void
}

export type RuleStore<View> = ReturnType<typeof createRuleStore<View>>

/**
 * One copy of the rules for all views.
 * @param listedIn the rules in an event; null for other events
 */
function createRuleStore<View>(
  list: (bench: BenchClient) => Promise<{ readonly rules: readonly View[] }>,
  listedIn: (event: BenchEvent) => { readonly rules: readonly View[] } | null,
) {
  const store = createStore<Omit<LiveRules<View>, 'reload'>>(() => ({ rules: null, error: null }))
  /** Reads the rules, or why they cannot be read. Never rejects: completed changes remain. */
  const load = async (bench: BenchClient): Promise<void> => {
    try {
      const { rules } = await list(bench)
      store.setState({ rules, error: null })
    } catch (error) {
      store.setState({ error: reasonOf(error) })
    }
  }

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

export type Drafts<Draft> = Readonly<Record<string, Draft>>

export type RuleDrafts<Draft> = ReturnType<typeof createRuleDrafts<Draft>>

/** Drafts of the rules of one family; `prefix` starts their stored names. */
export function createRuleDrafts<Draft>(prefix: string, schema: z.ZodType<Draft>) {
  const read = (): Drafts<Draft> =>
    Object.fromEntries(
      Object.entries(sessionDraftsOf(prefix)).flatMap(([id, text]) => {
        const json = parseJson(text)
        const { data } = schema.safeParse(json.ok ? json.plain : undefined)
        return data === undefined ? [] : [[id, data]]
      }),
    )
  const store = createStore<Drafts<Draft>>(read)
  // Rules of an imported copy have the ids of the originals.
  forgetWithSession(() => store.setState(read(), true))

  /** Each rule has its own entry, so that a long draft does not displace others. */
  const nameOf = (ruleId: string): string => prefix + ruleId
  const draftOf = (ruleId: string): Draft | undefined => store.getState()[ruleId]
  /** Keeps a draft, also over a reload; null forgets it. */
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
