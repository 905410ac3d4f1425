import type { ScenarioRunSummary, ScenarioSummary } from '#protocol/scenarios'
import type { StateLook } from '#window/ui/StatusMark.tsx'

export interface RunWords {
  readonly look: StateLook
  readonly word: string
}

const NOT_RUN: RunWords = { look: { icon: 'state-not-run', hue: 'quiet' }, word: 'not run' }

/** The state of a run, in two words. */
function runWords(run: ScenarioRunSummary | null): RunWords {
  if (run === null) return NOT_RUN
  switch (run.state) {
    case 'waiting':
      return { look: { icon: 'state-scheduled', hue: 'quiet' }, word: 'waiting' }
    case 'running':
      return { look: { icon: 'state-processing', hue: 'quiet' }, word: `step ${run.done + 1}/${run.steps}` }
    case 'paused':
      return { look: { icon: 'state-held', hue: 'amber' }, word: `after ${run.done}/${run.steps}` }
    case 'passed':
      return { look: { icon: 'state-delivered', hue: 'green' }, word: 'passed' }
    case 'failed':
      return { look: { icon: 'state-failed', hue: 'red' }, word: `failed at ${run.failedAt ?? run.done}` }
    case 'stopped':
      return { look: { icon: 'state-dropped', hue: 'quiet' }, word: 'stopped' }
    case 'broken':
      return { look: { icon: 'state-error', hue: 'rose' }, word: 'not started' }
  }
}

/** The same for a row of the list; for a file with errors, their number. */
export function scenarioWords({ problems, run }: Pick<ScenarioSummary, 'problems' | 'run'>): RunWords {
  if (problems === 0) return runWords(run)
  return {
    look: { icon: 'warn', hue: 'amber' },
    word: problems === 1 ? '1 error' : `${problems} errors`,
  }
}

/** Whether the run is unfinished: it waits, runs or is between two steps. */
export const isRunning = (run: Pick<ScenarioRunSummary, 'state'> | null): boolean =>
  run !== null && (run.state === 'waiting' || run.state === 'running' || run.state === 'paused')

/** Of the scenarios that the list shows: `18 passed, 1 failed, 2 not run`. A file with errors counts as such, whatever its last result. */
export function tallyOf(items: readonly ScenarioSummary[]): string {
  const sound = items.filter(({ problems }) => problems === 0)
  const count = (states: readonly (ScenarioRunSummary['state'] | undefined)[]): number =>
    sound.filter(({ run }) => states.includes(run?.state)).length
  const parts: readonly (readonly [number, string])[] = [
    [count(['passed']), 'passed'],
    [count(['failed', 'broken']), 'failed'],
    [count(['stopped']), 'stopped'],
    [count(['running', 'paused']), 'running'],
    [count(['waiting']), 'waiting'],
    [count([undefined]), 'not run'],
    [items.length - sound.length, 'with errors'],
  ]
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}
