import { escapeHtml } from '#lib/html/html'

/** A case of a report for CI servers. */
export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly file?: string
  readonly durationMs: number
  /** Null if the case passed. `error`: the case could not run. */
  readonly outcome: {
    readonly kind: 'failure' | 'error' | 'skipped'
    readonly message: string
    readonly type?: string
    readonly text?: string
  } | null
  readonly output?: string
}

export interface JunitSuite {
  readonly name: string
  readonly startedAt: string
  readonly durationMs: number
  readonly cases: readonly JunitCase[]
}

/** The times in the XML are in seconds. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const total = suites.reduce((ms, { durationMs }) => ms + durationMs, 0)
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...countsOf(all), time: seconds(total) })}>`,
    ...suites.flatMap(({ name: suite, startedAt, durationMs, cases }) => [
      `  <testsuite${attributes({ name: suite, ...countsOf(cases), time: seconds(durationMs), timestamp: startedAt })}>`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseLines({ name, className, file, durationMs, outcome, output }: JunitCase): readonly string[] {
  const about = attributes({ name, classname: className, file, time: seconds(durationMs) })
  return [
    `    <testcase${about}>`,
    ...(outcome === null ? [] : [outcomeLine(outcome)]),
    ...(output === undefined ? [] : [`      <system-out>${escapedXml(output)}</system-out>`]),
    '    </testcase>',
  ]
}

function outcomeLine({ kind, message, type, text }: NonNullable<JunitCase['outcome']>): string {
  const begin = `      <${kind}${attributes({ message, type })}`
  return text === undefined ? `${begin}/>` : `${begin}>${escapedXml(text)}</${kind}>`
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, string>> {
  const count = (kind: string): string => String(cases.filter(({ outcome }) => outcome?.kind === kind).length)
  return {
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  }
}

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapedXml(value)}"`))
    .join('')

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Characters that XML 1.0 cannot hold, such as most control characters, become U+FFFD. */
const escapedXml = (text: string): string =>
  escapeHtml(text.replace(/[^\t\n\r\x20-\uffff]|[\ufffe\uffff]/g, '\ufffd'))
