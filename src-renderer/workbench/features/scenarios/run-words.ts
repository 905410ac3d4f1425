import type { ScenarioRunSummary, ScenarioSummary } from '#protocol/scenarios'
import { counted } from '#lib/words'
import type { StateLook } from '#window/ui/StatusMark.tsx'

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
