import type { ScenarioRunSummary, ScenarioSummary } from '#protocol/scenarios'
import { counted } from '#lib/words'
import type { StateLook } from '#window/ui/StatusMark.tsx'

interface RunWords {
  readonly look: StateLook
  readonly word: string
}

const STATES: Readonly<
  Record<ScenarioRunSummary['state'], readonly [...StateLookParts, word: (run: ScenarioRunSummary) => string]>
> = {
  waiting: ['state-scheduled', 'quiet', () => 'waiting'],
  running: ['state-processing', 'quiet', ({ done, steps }) => `step ${done + 1}/${steps}`],
  paused: ['state-held', 'amber', ({ done, steps }) => `after ${done}/${steps}`],
  passed: ['state-delivered', 'green', () => 'passed'],
  failed: ['state-failed', 'red', ({ done, failedAt }) => `failed at ${failedAt ?? done}`],
  stopped: ['state-dropped', 'quiet', () => 'stopped'],
  broken: ['state-error', 'rose', () => 'not started'],
}

type StateLookParts = [icon: StateLook['icon'], hue: StateLook['hue']]

export function scenarioWords({ problems, run }: Pick<ScenarioSummary, 'problems' | 'run'>): RunWords {
  if (problems > 0) return { look: { icon: 'warn', hue: 'amber' }, word: counted(problems, 'error') }
  if (run === null) return { look: { icon: 'state-not-run', hue: 'quiet' }, word: 'not run' }
  const [icon, hue, word] = STATES[run.state]
  return { look: { icon, hue }, word: word(run) }
}

/**
 * For the shown scenarios: `18 passed, 1 failed, 2 not run`. A file with errors counts only as
 * `with errors`, whatever its last result.
 */
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
