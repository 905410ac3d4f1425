import { useState } from 'react'
import type { FaultRuleView } from '../../../src-main/contract/faults'
import { useFetched } from '../message-view/use-fetched'
import { useReloadOn } from '../message-view/use-message'
import { useBench, useBenchEvents } from '../state/bench'

export interface FaultRules {
  /** Null until they are read. */
  readonly rules: readonly FaultRuleView[] | null
  readonly fault: string | null
  readonly reload: () => void
}

/** The rules with their counts, as they are now. */
export function useFaultRules(): FaultRules {
  const bench = useBench()
  const fetched = useFetched('faults', () => bench.call('faults.list', {}))
  const [told, setTold] = useState<{
    readonly since: unknown
    readonly rules: readonly FaultRuleView[]
  } | null>(null)
  const { value, fault, reload } = fetched
  useBenchEvents((events) => {
    const last = events.findLast((event) => event.type === 'faults.changed')
    if (last !== undefined) setTold({ since: value, rules: last.rules })
  })
  useReloadOn(() => false, reload)
  // What was told after the last reading is newer than it.
  const rules = told !== null && told.since === value ? told.rules : (value?.rules ?? null)
  return { rules, fault, reload }
}
