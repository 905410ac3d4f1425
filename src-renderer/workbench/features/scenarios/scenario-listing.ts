import { createStore } from 'zustand/vanilla'
import type { BenchEvent } from '#protocol/events'
import type { ScenarioSummary } from '#protocol/scenarios'
import { reasonOf } from '#window/state/toasts'

export interface ListedScenarios {
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

type Change = Extract<BenchEvent, { readonly type: 'scenario.changed' }>

/** The list after a change of one file. */
function withChange(
  items: readonly ScenarioSummary[],
  { file, scenario }: Change,
): readonly ScenarioSummary[] {
  const at = items.findIndex((item) => item.file === file)
  if (scenario === null) return at < 0 ? items : items.toSpliced(at, 1)
  return at < 0 ? [...items, scenario].sort(inOrder) : items.with(at, scenario)
}

/**
 * Fills the store. Changes that come while a list is awaited are applied to it, too: it may have been made before them.
 */
export function createListing(): {
  read(
    list: () => Promise<Pick<ListedScenarios, 'directory'> & { readonly items: readonly ScenarioSummary[] }>,
  ): Promise<void>
  note(changes: readonly Change[]): void
} {
  const meanwhile = new Set<Change[]>()
  return {
    async read(list) {
      const changes: Change[] = []
      meanwhile.add(changes)
      try {
        const { items, directory } = await list()
        scenarioStore.setState({ items: changes.reduce(withChange, items), directory, error: null })
      } catch (error) {
        scenarioStore.setState({ error: reasonOf(error) })
      } finally {
        meanwhile.delete(changes)
      }
    },
    note(changes) {
      if (changes.length === 0) return
      for (const noted of meanwhile) noted.push(...changes)
      const { items } = scenarioStore.getState()
      if (items !== null) scenarioStore.setState({ items: changes.reduce(withChange, items) })
    },
  }
}
