import type { BenchEvent } from '#protocol/events'
import type { LiveRecording, ScenarioSummary } from '#protocol/scenarios'
import { parseQuery } from '#domain/query/parse'
import { createSharedValue } from '#window/state/shared-value'
import type { QueryField, QueryOperator, QueryTerm } from '#domain/query/terms'

/** Sorts the tester's files before those of Paybench, and both by file name, as `scenarios.list` does. */
const compareFiles = (one: ScenarioSummary, other: ScenarioSummary): number =>
  Number(one.isShipped) - Number(other.isShipped) || (one.file < other.file ? -1 : 1)

type Change = Extract<BenchEvent, { readonly type: 'scenario.changed' }>

export function withChange(
  items: readonly ScenarioSummary[],
  { file, scenario }: Change,
): readonly ScenarioSummary[] {
  const at = items.findIndex((item) => item.file === file)
  if (scenario === null) return at < 0 ? items : items.toSpliced(at, 1)
  if (at < 0) return [...items, scenario].sort(compareFiles)
  return items[at] === scenario ? items : items.with(at, scenario)
}

interface ListedScenarios {
  readonly items: readonly ScenarioSummary[]
  readonly recording: LiveRecording | null
}

export const SCENARIOS = createSharedValue<ListedScenarios>(
  (bench) => bench.call('scenarios.list', {}),
  (listed, event) => {
    if (listed === undefined) return listed
    if (event.type === 'recording.changed') return { ...listed, recording: event.recording }
    if (event.type !== 'scenario.changed') return listed
    const items = withChange(listed.items, event)
    return items === listed.items ? listed : { ...listed, items }
  },
)

const EQUALITY: readonly QueryOperator[] = [':', '=']
const RESULTS = ['passed', 'failed', 'stopped', 'running', 'none'] as const

export const SCENARIO_FIELDS: readonly QueryField[] = [
  {
    name: 'tag',
    kind: 'text',
    operators: EQUALITY,
    examples: ['clarification'],
    explanation: 'Part of a tag. With =, the whole tag.',
  },
  {
    name: 'result',
    kind: 'enum',
    operators: EQUALITY,
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

function matchesTerm(scenario: ScenarioSummary, term: QueryTerm): boolean {
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
  return items.filter((item) => terms.every((term) => matchesTerm(item, term) !== term.negated))
}

export const EDITING = 'file'
