import { parseQuery } from '#domain/query/parse'
import type { QueryField, QueryOperator, QueryTerm } from '#domain/query/terms'
import type { ScenarioSummary } from '#protocol/scenarios'

const SAME: readonly QueryOperator[] = [':', '=']
const RESULTS = ['passed', 'failed', 'stopped', 'running', 'none'] as const

/** Fields of the list of scenarios. */
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

/** The word of the filter for how a scenario ended. */
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

/** Scenarios that fit a filter: all of its words. */
export function matchingScenarios(
  items: readonly ScenarioSummary[],
  query: string,
): readonly ScenarioSummary[] {
  const { terms } = parseQuery(query, SCENARIO_FIELDS)
  return items.filter((item) => terms.every((term) => holds(item, term) !== term.negated))
}
