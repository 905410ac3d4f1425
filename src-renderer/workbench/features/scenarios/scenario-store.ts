import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BenchEvent } from '../../../../src-main/protocol/events'
import type { ScenarioSummary } from '../../../../src-main/protocol/scenarios'
import { useBench, useBenchEvents } from '../../state/bench'
import { useInfo } from '../../state/info'
import { reasonOf } from '../../state/toasts'

interface ListedScenarios {
  /** Null until they are read. */
  readonly items: readonly ScenarioSummary[] | null
  readonly directory: string | null
  readonly error: string | null
}

export const scenarioStore = createStore<ListedScenarios>(() => ({
  items: null,
  directory: null,
  error: null,
}))

/** Own files before those that come with Paybench, each by name, as the bench lists them. */
const inOrder = (one: ScenarioSummary, other: ScenarioSummary): number =>
  Number(one.isShipped) - Number(other.isShipped) || (one.file < other.file ? -1 : 1)

/** The list after a change of one file. */
function withChange(
  items: readonly ScenarioSummary[],
  { file, scenario }: Extract<BenchEvent, { readonly type: 'scenario.changed' }>,
): readonly ScenarioSummary[] {
  const at = items.findIndex((item) => item.file === file)
  if (scenario === null) return at < 0 ? items : items.toSpliced(at, 1)
  return at < 0 ? [...items, scenario].sort(inOrder) : items.with(at, scenario)
}

/** All scenarios with how they ran last, live. */
export function useScenarios(): ListedScenarios & { readonly reload: () => void } {
  const bench = useBench()
  const epoch = useInfo((state) => state.epoch)
  const listed = useStore(scenarioStore)
  const reload = useCallback(() => {
    bench.call('scenarios.list', {}).then(
      ({ items, directory }) => scenarioStore.setState({ items, directory, error: null }),
      (error: unknown) => scenarioStore.setState({ error: reasonOf(error) }),
    )
  }, [bench])
  useEffect(reload, [reload, epoch])
  useBenchEvents((events) => {
    const { items } = scenarioStore.getState()
    const changes = events.filter((event) => event.type === 'scenario.changed')
    if (items !== null && changes.length > 0) {
      scenarioStore.setState({ items: changes.reduce(withChange, items) })
    }
  })
  return { ...listed, reload }
}
