import { createStore } from 'zustand/vanilla'
import type { BenchEvent } from '#protocol/events'
import type { ScenarioSummary } from '#protocol/scenarios'
import { parseQuery } from '#domain/query/parse'
import type { QueryField, QueryOperator, QueryTerm } from '#domain/query/terms'

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

/** The tester's files before those of Paybench, each by name, like the bench. */
const inOrder = (one: ScenarioSummary, other: ScenarioSummary): number =>
  Number(one.isShipped) - Number(other.isShipped) || (one.file < other.file ? -1 : 1)

type Change = Extract<BenchEvent, { readonly type: 'scenario.changed' }>

function withChange(
  items: readonly ScenarioSummary[],
  { file, scenario }: Change,
): readonly ScenarioSummary[] {
  const at = items.findIndex((item) => item.file === file)
  if (scenario === null) return at < 0 ? items : items.toSpliced(at, 1)
  return at < 0 ? [...items, scenario].sort(inOrder) : items.with(at, scenario)
}

export function noteChanges(changes: readonly Change[]): void {
  const { items } = scenarioStore.getState()
  if (items !== null && changes.length > 0)
    scenarioStore.setState({ items: changes.reduce(withChange, items) })
}

const SAME: readonly QueryOperator[] = [':', '=']
const RESULTS = ['passed', 'failed', 'stopped', 'running', 'none'] as const

export const SCENARIO_FIELDS: readonly QueryField[] = [
  {
    name: 'tag',
    kind: 'text',
    operators: SAME,
    examples: ['clarification'],
    explanation: 'Part of a tag. With =, the whole tag.',
  },
  {
    name: 'result',
    kind: 'enum',
    operators: SAME,
    values: RESULTS,
    examples: ['failed'],
    explanation: 'Result of the last run; none for scenarios that never ran.',
  },
]

function resultOf({ run }: ScenarioSummary): (typeof RESULTS)[number] {
  if (run === null) return 'none'
  switch (run.state) {
    case 'passed':
    case 'stopped':
      return run.state
    case 'failed':
    case 'broken':
      return 'failed'
    default:
      return 'running'
  }
}

function holds(scenario: ScenarioSummary, term: QueryTerm): boolean {
  if (term.kind === 'text') {
    const text = `${scenario.name} ${scenario.file} ${scenario.tags.join(' ')}`.toLowerCase()
    return text.includes(term.text.toLowerCase())
  }
  if (term.field === 'result') return term.values.includes(resultOf(scenario))
  return term.values.some((value) => {
    const wanted = value.toLowerCase()
    const tags = scenario.tags.map((tag) => tag.toLowerCase())
    return term.operator === '=' ? tags.includes(wanted) : tags.some((tag) => tag.includes(wanted))
  })
}

export function matchingScenarios(
  items: readonly ScenarioSummary[],
  query: string,
): readonly ScenarioSummary[] {
  const { terms } = parseQuery(query, SCENARIO_FIELDS)
  return items.filter((item) => terms.every((term) => holds(item, term) !== term.negated))
}

export const EDITING = 'file'
