import { differenceLine } from '#lib/match/nearest'
import { differencesOf, type Evidence, type ScenarioResult, type StepResult } from '#scenarios/running/result'
import { escapeHtml } from '#lib/html/html'

/** Writes the results as JSON: `{tool, version, summary, scenarios}`. */
export function jsonReport(results: readonly ScenarioResult[], version: string): string {
  return `${JSON.stringify({ tool: 'paybench', version, summary: consoleSummary(results), scenarios: results }, null, 2)}\n`
}

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

/** Writes results as JUnit XML for CI servers: a suite with one case for each scenario. Times are in seconds. */
export function junitReport(results: readonly ScenarioResult[]): string {
  const total = results.reduce((ms, { durationMs }) => ms + durationMs, 0)
  const counts = (list: readonly ScenarioResult[]): string => {
    const failures = list.filter(({ state }) => state === 'failed').length
    const errors = list.filter(({ state }) => state === 'broken').length
    const skipped = list.filter(({ state }) => state === 'stopped').length
    return `tests="${list.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Paybench scenarios" ${counts(results)} time="${xmlSeconds(total)}">`,
    ...results.flatMap((result) => [
      `  <testsuite name="${escapedXml(result.file)}" ${counts([result])} time="${xmlSeconds(result.durationMs)}" timestamp="${escapedXml(result.startedAt)}">`,
      `    <testcase name="${escapedXml(result.name)}" classname="${escapedXml(className(result.file))}" file="${escapedXml(result.file)}" time="${xmlSeconds(result.durationMs)}">`,
      ...outcome(result),
      `      <system-out>${escapedXml(result.steps.map(stepLine).join('\n'))}</system-out>`,
      '    </testcase>',
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function outcome({ state, failure, steps, file }: ScenarioResult): readonly string[] {
  const failed = steps.find((step) => step.state === 'failed')
  if (state === 'stopped') return ['      <skipped message="The run was stopped."/>']
  if (state === 'broken') {
    return [
      `      <error message="${escapedXml(failure?.message ?? '')}">${escapedXml((failure?.lines ?? []).join('\n'))}</error>`,
    ]
  }
  if (failed === undefined) return []
  const { message = '', expected = null, lines = [] } = failed.failure ?? {}
  const differences = differencesOf(failed.failure).map(differenceLine)
  const text = [
    ...differences,
    ...lines,
    `${file}:${failed.line}`,
    failed.source,
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...failed.evidence.flatMap(({ title, request, response, remarks = [] }) => [
      ...['', title, ...remarks],
      ...[request ?? '', response ?? ''],
    ]),
  ]
  const summary = [
    ...differences.slice(0, 3),
    message,
    ...(differences.length === 0 ? lines.slice(0, 3) : []),
    ...causes(failed, differences.length > 0),
    `${file}:${failed.line}`,
  ]
  return [
    `      <failure message="${escapedXml(summary.join(' · '))}" type="${failed.verb}">${escapedXml(text.join('\n'))}</failure>`,
  ]
}

const MAX_CAUSES = 2
const EXPLAINING: ReadonlySet<string | undefined> = new Set(['callback', 'payment'])

/**
 * What messages say about the failure: the compared one, whose status alone may differ, callbacks and payments; where nothing was compared, any
 * of them. The last remark of each sums it up.
 */
const causes = ({ evidence }: StepResult, isCompared: boolean): readonly string[] =>
  evidence
    .filter(({ reference }, at) => !isCompared || at === 0 || EXPLAINING.has(reference?.type))
    .flatMap(({ title, remarks = [] }) => remarks.slice(-1).map((remark) => `${title}: ${remark}`))
    .slice(0, MAX_CAUSES)

const stepLine = ({ line, state, summary, verb }: StepResult): string =>
  `${line}: ${verb}: ${state}${summary === '' ? '' : `: ${summary}`}`
const xmlSeconds = (ms: number): string => (ms / 1000).toFixed(3)
const className = (file: string): string => file.replace(/\.ya?ml$/, '').replaceAll(/[\\/]/g, '.')

/** Escapes a text for XML 1.0. Characters that it cannot hold, such as most control characters, become U+FFFD. */
export function escapedXml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\x20-\uffff]|[\ufffe\uffff]/g, '\ufffd'))
}
