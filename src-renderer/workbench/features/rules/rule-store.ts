import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { reasonOf } from '#window/state/toasts'
import type { z } from 'zod'
import { keepSessionDraft, sessionDraftsOf } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'

/** Rules as the bench lists them, in their order. */
export interface ListedRules<View> {
  readonly rules: readonly View[]
}

export interface LiveRules<View> {
  /** Null until they are read. */
  readonly rules: readonly View[] | null
  /** Why the last reading failed. */
  readonly error: string | null
  readonly reload: () => void
}

export interface RuleStore<View> {
  /** Takes a list that the bench has just sent. */
  readonly take: (listed: ListedRules<View>) => void
  /** The rules with their counts, live. */
  readonly useRules: () => LiveRules<View>
}

interface RuleSource<View> {
  readonly list: (bench: BenchClient) => Promise<ListedRules<View>>
  /** The rules that an event brings; null for events about something else. */
  readonly listedIn: (event: BenchEvent) => ListedRules<View> | null
}

/** One copy of the rules for everything that shows them. */
function createRuleStore<View>({ list, listedIn }: RuleSource<View>): RuleStore<View> {
  const store = createStore<Omit<LiveRules<View>, 'reload'>>(() => ({
    rules: null,
    error: null,
  }))
  const take = ({ rules }: ListedRules<View>): void => {
    store.setState({ rules, error: null })
  }

  function useRules(): LiveRules<View> {
    const bench = useBench()
    const epoch = useInfo((state) => state.epoch)
    const isConnected = useInfo(({ status }) => status === 'connected')
    const known = useStore(store)
    const reload = useCallback(() => {
      list(bench).then(take, (error: unknown) => store.setState({ error: reasonOf(error) }))
    }, [bench])
    useEffect(reload, [reload, epoch])
    useEffect(() => {
      if (isConnected && store.getState().error !== null) reload()
    }, [isConnected, reload])
    useBenchEvents((events) => {
      const listed = events.flatMap((event) => listedIn(event) ?? []).at(-1)
      if (listed !== undefined) take(listed)
      if (events.some((event) => event.type === 'session.changed')) reload()
    })
    return { ...known, reload }
  }

  return { take, useRules }
}

export const answerRules = createRuleStore({
  list: (bench) => bench.call('answers.list', {}),
  listedIn: (event) => (event.type === 'answers.changed' ? event : null),
})

export const faultRules = createRuleStore({
  list: (bench) => bench.call('faults.list', {}),
  listedIn: (event) => (event.type === 'faults.changed' ? event : null),
})

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
