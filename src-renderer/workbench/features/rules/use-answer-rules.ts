import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AnswerRuleView } from '../../../../src-main/protocol/answers'
import type { UnreadableRule } from '../../../../src-main/protocol/rule-changes'
import { useBench, useBenchEvents } from '../../state/bench'
import { useInfo } from '../../state/info'
import { reasonOf } from '../../state/toasts'

interface KnownRules {
  /** Null before they are there. */
  readonly rules: readonly AnswerRuleView[] | null
  /** Kept, and not to be followed by this version. */
  readonly unreadable: readonly UnreadableRule[]
  /** Why they could not be read. */
  readonly fault: string | null
}

interface Listed {
  readonly rules: readonly AnswerRuleView[]
}

export interface LiveRules extends KnownRules {
  readonly reload: () => void
}

const rulesStore = createStore<KnownRules>(() => ({ rules: null, unreadable: [], fault: null }))

/** What the bench has just told about its rules. */
export function takeRules({ rules, unreadable }: Pick<KnownRules, 'unreadable'> & Listed): void {
  rulesStore.setState({ rules, unreadable, fault: null })
}

/** The answer rules with their counts, live. */
export function useAnswerRules(): LiveRules {
  const bench = useBench()
  const epoch = useInfo((state) => state.epoch)
  const known = useStore(rulesStore)
  const reload = useCallback(() => {
    bench
      .call('answers.list', {})
      .then(takeRules, (error: unknown) => rulesStore.setState({ fault: reasonOf(error) }))
  }, [bench])
  useEffect(reload, [reload, epoch])
  useBenchEvents((events) => {
    const last = events.findLast((event) => event.type === 'answers.changed')
    if (last !== undefined) takeRules(last)
    if (events.some((event) => event.type === 'session.changed')) reload()
  })
  return { ...known, reload }
}
