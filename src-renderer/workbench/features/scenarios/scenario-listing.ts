import { createStore } from 'zustand/vanilla'
import type { BenchEvent } from '#protocol/events'
import type { ScenarioSummary } from '#protocol/scenarios'
import { reasonOf } from '#window/state/toasts'
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

/** The line that names a scenario: a text without quotes or within them, and a comment behind it. */
const NAME_LINE = /^(name:[ \t]*)(?:(['"])(.*)\2|([^'"|>&*!#\s].*?))([ \t]*(?:[ \t]#.*)?)$/m
const COPY = / \(copy(?: (\d+))?\)$/

/** A name that says that it is of a copy: `A sale (copy)`, then `A sale (copy 2)`. */
function copyNameOf(name: string): string {
  const copied = COPY.exec(name)
  return copied === null
    ? `${name} (copy)`
    : name.replace(COPY, ` (copy ${String(Number(copied[1] ?? '1') + 1)})`)
}

/** The text of a scenario with the name of a copy; the same where no single line gives the name. */
export const asCopy = (text: string): string =>
  text.replace(
    NAME_LINE,
    (
      _line,
      start: string,
      quote: string | undefined,
      quoted: string | undefined,
      plain: string | undefined,
      end: string,
    ) => [start, quote, copyNameOf(quoted ?? plain ?? ''), quote, end].join(''),
  )

/** The view of the page that shows the file below the steps. */
export const EDITING = 'file'
