import { differenceLine } from '#lib/match/nearest'
import {
  differencesOf,
  type Evidence,
  type Failure,
  type ScenarioResult,
  type StepResult,
} from '#scenarios/running/result'
import { type JunitCase, junitXml } from './junit'

/** `{tool, version, summary, scenarios}` */
export function jsonReport(results: readonly ScenarioResult[], version: string): string {
  return `${JSON.stringify({ tool: 'paybench', version, summary: consoleSummary(results), scenarios: results }, null, 2)}\n`
}

const MARKS: Readonly<Record<ScenarioResult['state'], string>> = {
  passed: 'passed',
  failed: 'FAILED',
  stopped: 'stopped',
  broken: 'CANNOT RUN',
}

/** Lines for a terminal: the result, then why the scenario could not run, or the failed step, differences first. */
export function consoleLines(result: ScenarioResult): readonly string[] {
  const { name, file, state, durationMs, steps, failure } = result
  const failed = steps.find((step) => step.state === 'failed')
  return [
    `${MARKS[state].padEnd(10)} ${name} (${file}, ${(durationMs / 1000).toFixed(1)} s)`,
    ...messageLines(failure),
    ...(failed === undefined ? [] : failureLines(file, failed)),
  ]
}

const messageLines = (failure: Failure | null): readonly string[] =>
  failure === null ? [] : [`  ${failure.message}`, ...failure.lines.map((line) => `    ${line}`)]

function failureLines(file: string, { line, source, failure, evidence }: StepResult): readonly string[] {
  const expected = failure?.expected ?? null
  return [
    ...differencesOf(failure).map((difference) => `  ${differenceLine(difference)}`),
    ...messageLines(failure),
    `  ${file}:${line}`,
    ...evidence.flatMap((each, at) =>
      evidenceLines(each, at === 0 && failure?.members !== undefined ? 'nearest' : 'also'),
    ),
    // The source and the expectation come last, because they can be long.
    ...source.split('\n').map((each) => `  ${each}`),
    ...(expected === null ? [] : [`  expected ${expected}`]),
  ]
}

function evidenceLines(
  { title, reference, remarks = [] }: Evidence,
  word: 'nearest' | 'also',
): readonly string[] {
  if (word === 'also' && remarks.length === 0) return []
  const heading = `  ${word}: ${title}${reference === null ? '' : ` (${reference.id})`}`
  return [heading, ...remarks.map((remark) => `    ${remark}`)]
}

const COUNTED = { passed: 'passed', failed: 'failed', broken: 'could not run', stopped: 'stopped' } as const

/** For example `2 passed, 1 failed`. */
export function consoleSummary(results: readonly ScenarioResult[]): string {
  const counts = Object.entries(COUNTED).map(([state, words]) => {
    const count = results.filter((each) => each.state === state).length
    return count > 0 || state === 'passed' || state === 'failed' ? [`${count} ${words}`] : []
  })
  return counts.flat().join(', ')
}

/** A report for CI servers, with a suite of one case for each scenario. */
export const junitReport = (results: readonly ScenarioResult[]): string =>
  junitXml(
    'Paybench scenarios',
    results.map((result) => {
      const { name, file, startedAt, durationMs, steps } = result
      const className = file.replace(/\.ya?ml$/, '').replaceAll(/[\\/]/g, '.')
      const output = steps.map(stepLine).join('\n')
      const cases = [{ name, className, file, durationMs, outcome: outcomeOf(result), output }]
      return { name: file, startedAt, durationMs, cases }
    }),
  )

function outcomeOf({ state, failure, steps, file }: ScenarioResult): JunitCase['outcome'] {
  const failed = steps.find((step) => step.state === 'failed')
  if (state === 'stopped') return { kind: 'skipped', message: 'The run was stopped.' }
  if (state === 'broken')
    return {
      kind: 'error',
      message: failure?.message ?? '',
      text: (failure?.lines ?? []).join('\n'),
    }
  if (failed === undefined) return null
  const { message = '', expected = null, lines = [] } = failed.failure ?? {}
  const differences = differencesOf(failed.failure).map(differenceLine)
  const place = `${file}:${failed.line}`
  const text = [
    ...[...differences, ...lines, place, failed.source],
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...failed.evidence.flatMap(({ title, request, response, remarks = [] }) => [
      ...['', title, ...remarks, request ?? '', response ?? ''],
    ]),
  ]
  const isCompared = differences.length > 0
  const summary = [
    ...differences.slice(0, 3),
    message,
    ...(isCompared ? [] : lines.slice(0, 3)),
    ...causes(failed, isCompared),
    place,
  ]
  return { kind: 'failure', message: summary.join(' · '), type: failed.verb, text: text.join('\n') }
}

const MAX_CAUSES = 2
const EXPLAINING: ReadonlySet<string | undefined> = new Set(['callback', 'payment'])

/** The last remarks on at most two messages: the compared one, callbacks and payments; any if none was compared. */
const causes = ({ evidence }: StepResult, isCompared: boolean): readonly string[] =>
  evidence
    .filter(({ reference }, at) => !isCompared || at === 0 || EXPLAINING.has(reference?.type))
    .flatMap(({ title, remarks = [] }) => remarks.slice(-1).map((remark) => `${title}: ${remark}`))
    .slice(0, MAX_CAUSES)

const stepLine = ({ line, state, summary, verb }: StepResult): string =>
  `${line}: ${verb}: ${state}${summary === '' ? '' : `: ${summary}`}`
