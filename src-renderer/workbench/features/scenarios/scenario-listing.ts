import type { BenchEvent } from '#protocol/events'
import type { LiveRecording, ScenarioRunSummary, ScenarioSummary } from '#protocol/scenarios'
import { counted } from '#lib/words'
import { parseQuery } from '#domain/query/parse'
import { createSharedValue } from '#window/state/shared-value'
import type { StateLook } from '#window/ui/StatusMark.tsx'
import type { QueryField, QueryOperator, QueryTerm } from '#domain/query/terms'

/** Sorts the tester's files before those of Paybench, and both by file name, as `scenarios.list` does. */
const compareFiles = (one: ScenarioSummary, other: ScenarioSummary): number =>
  Number(one.isShipped) - Number(other.isShipped) || (one.file < other.file ? -1 : 1)

type Change = Extract<BenchEvent, { readonly type: 'scenario.changed' }>

export function withChange(items: readonly ScenarioSummary[], { file, scenario }: Change) {
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
  const { state } = run
  if (state === 'passed' || state === 'stopped') return state
  return state === 'failed' || state === 'broken' ? 'failed' : 'running'
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

export function matchingScenarios(items: readonly ScenarioSummary[], query: string) {
  const { terms } = parseQuery(query, SCENARIO_FIELDS)
  return items.filter((item) => terms.every((term) => matchesTerm(item, term) !== term.negated))
}

export const EDITING = 'file'

type Words = StateLook & { readonly word: (run: ScenarioRunSummary) => string }

const STATES: Readonly<Record<ScenarioRunSummary['state'], Words>> = {
  waiting: { icon: 'state-scheduled', hue: 'quiet', word: () => 'waiting' },
  running: { icon: 'state-processing', hue: 'quiet', word: ({ done, steps }) => `step ${done + 1}/${steps}` },
  paused: { icon: 'state-held', hue: 'amber', word: ({ done, steps }) => `after ${done}/${steps}` },
  passed: { icon: 'state-delivered', hue: 'green', word: () => 'passed' },
  failed: { icon: 'state-failed', hue: 'red', word: ({ done, failedAt }) => `failed at ${failedAt ?? done}` },
  stopped: { icon: 'state-dropped', hue: 'quiet', word: () => 'stopped' },
  broken: { icon: 'state-error', hue: 'rose', word: () => 'not started' },
}

export function scenarioWords({ problems, run }: Pick<ScenarioSummary, 'problems' | 'run'>): {
  readonly look: StateLook
  readonly word: string
} {
  if (problems > 0) return { look: { icon: 'warn', hue: 'amber' }, word: counted(problems, 'error') }
  if (run === null) return { look: { icon: 'state-not-run', hue: 'quiet' }, word: 'not run' }
  const { word, ...look } = STATES[run.state]
  return { look, word: word(run) }
}

/** `18 passed, 1 failed, 2 not run`. A file with errors counts only as `with errors`, whatever its last result. */
export function tallyOf(items: readonly ScenarioSummary[]): string {
  const soundFiles = items.filter(({ problems }) => problems === 0)
  const count = (states: readonly (ScenarioRunSummary['state'] | undefined)[]): number =>
    soundFiles.filter(({ run }) => states.includes(run?.state)).length
  const parts: readonly (readonly [number, string])[] = [
    [count(['passed']), 'passed'],
    [count(['failed', 'broken']), 'failed'],
    [count(['stopped']), 'stopped'],
    [count(['running', 'paused']), 'running'],
    [count(['waiting']), 'waiting'],
    [count([undefined]), 'not run'],
    [items.length - soundFiles.length, 'with errors'],
  ]
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}
