import { useState } from 'react'
import type { FaultRuleView } from '../../../../src-main/protocol/faults'
import type { Result } from '../../../../src-main/protocol/methods'
import type { UnreadableRule } from '../../../../src-main/protocol/rule-changes'
import { useFetched } from '../../message-view/use-fetched'
import { useReloadOn } from '../../message-view/use-message'
import { useBench, useBenchEvents } from '../../state/bench'

export interface FaultRules {
  /** Null until they are read. */
  readonly rules: readonly FaultRuleView[] | null
  /** Kept, and not to be followed by this version. */
  readonly unreadable: readonly UnreadableRule[]
  readonly fault: string | null
  readonly reload: () => void
}

type Listed = Pick<Result<'faults.list'>, 'rules' | 'unreadable'>
const NONE: readonly UnreadableRule[] = []

/** The rules with their counts, as they are now. */
export function useFaultRules(): FaultRules {
  const bench = useBench()
  const fetched = useFetched('faults', () => bench.call('faults.list', {}))
  const [told, setTold] = useState<{ readonly since: unknown; readonly list: Listed } | null>(null)
  const { value, fault, reload } = fetched
  useBenchEvents((events) => {
    const last = events.findLast((event) => event.type === 'faults.changed')
    if (last !== undefined) setTold({ since: value, list: last })
  })
  useReloadOn(() => false, reload)
  // What was told after the last reading is newer than it.
  const list: Listed | null = told !== null && told.since === value ? told.list : value
  return { rules: list?.rules ?? null, unreadable: list?.unreadable ?? NONE, fault, reload }
}
