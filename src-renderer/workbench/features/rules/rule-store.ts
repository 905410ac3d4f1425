import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchClient } from '#protocol/client'
import type { BenchEvent } from '#protocol/events'
import type { UnreadableRule } from '#protocol/rule-changes'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { reasonOf } from '#window/state/toasts'

/** Rules as the bench lists them, in their order. */
export interface ListedRules<View> {
  readonly rules: readonly View[]
  /** Stored, but not understood by this version. */
  readonly unreadable: readonly UnreadableRule[]
}

export interface LiveRules<View> {
  /** Null until they are read. */
  readonly rules: readonly View[] | null
  readonly unreadable: readonly UnreadableRule[]
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
    unreadable: [],
    error: null,
  }))
  const take = ({ rules, unreadable }: ListedRules<View>): void => {
    store.setState({ rules, unreadable, error: null })
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
