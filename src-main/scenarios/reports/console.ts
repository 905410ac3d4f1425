import { differenceLine } from '#lib/match/nearest'
import { differencesOf, type Evidence, type ScenarioResult, type StepResult } from '#scenarios/running/result'

const MARKS: Readonly<Record<ScenarioResult['state'], string>> = {
  passed: 'passed',
  failed: 'FAILED',
  stopped: 'stopped',
  broken: 'CANNOT RUN',
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const indented = (text: string, by: string): readonly string[] =>
  text.split('\n').map((line) => `${by}${line}`)

/** Writes a scenario as lines for a terminal: its result, and the failed step, which begins with the difference. */
export function consoleLines({
  name,
  file,
  state,
  durationMs,
  steps,
  failure,
}: ScenarioResult): readonly string[] {
  const failed = steps.find((step) => step.state === 'failed')
  return [
    `${MARKS[state].padEnd(10)} ${name} (${file}, ${seconds(durationMs)})`,
    ...(failure === null ? [] : [`  ${failure.message}`, ...failure.lines.map((line) => `    ${line}`)]),
    ...(failed === undefined ? [] : failureLines(file, failed)),
  ]
}

function failureLines(file: string, { line, source, failure, evidence }: StepResult): readonly string[] {
  return [
    ...differencesOf(failure).map((difference) => `  ${differenceLine(difference)}`),
    `  ${failure?.message ?? ''}`,
    ...(failure?.lines ?? []).map((each) => `    ${each}`),
    `  ${file}:${line}`,
    ...evidence.flatMap((each, at) =>
      evidenceLines(each, at === 0 && failure?.members !== undefined ? 'nearest' : 'also'),
    ),
    // Both can be long: the cause is above.
    ...indented(source, '  '),
    ...(failure?.expected === null || failure === null ? [] : [`  expected ${failure.expected}`]),
  ]
}

/** Leaves out evidence that is neither the nearest nor has a remark. */
function evidenceLines(
  { title, reference, remarks = [] }: Evidence,
  word: 'nearest' | 'also',
): readonly string[] {
  if (word === 'also' && remarks.length === 0) return []
  const heading = `  ${word}: ${title}${reference === null ? '' : ` (${reference.id})`}`
  return [heading, ...remarks.map((remark) => `    ${remark}`)]
}

/** Counts the results for the last line: `2 passed, 1 failed`. */
export function consoleSummary(results: readonly ScenarioResult[]): string {
  const count = (state: ScenarioResult['state']): number =>
    results.filter((each) => each.state === state).length
  const parts = [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    ...(count('broken') > 0 ? [`${count('broken')} could not run`] : []),
    ...(count('stopped') > 0 ? [`${count('stopped')} stopped`] : []),
  ]
  return parts.join(', ')
}
