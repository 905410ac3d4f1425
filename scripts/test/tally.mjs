/**
 * The result of a step of `npm test`.
 * @typedef {{passed: number, failed: number, skipped: number, notes: string[]}} Tally
 */

/** @type {Tally} */
const nothing = { passed: 0, failed: 0, skipped: 0, notes: [] }

/** @param {string} note what failed, and why */
export const failing = (note) => ({ ...nothing, failed: 1, notes: [`failed: ${note}`] })

/** @param {readonly Tally[]} tallies */
export const sum = (tallies) =>
  tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      notes: [...total.notes, ...tally.notes],
    }),
    nothing,
  )

/**
 * The line that closes a run. Other programs read it.
 * @param {Tally} tally
 */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/**
 * A check that passes or fails as a whole.
 * @param {string} name
 * @param {number | null} code its exit code
 */
export const tallyOfCheck = (name, code) => (code === 0 ? { ...nothing, passed: 1 } : failing(name))

/**
 * Tests that cannot run here.
 * @param {string} what the tests, such as "tests in Firefox"
 * @param {number} count
 * @param {string} reason
 */
export const tallyOfSkipped = (what, count, reason) => ({
  ...nothing,
  skipped: count,
  notes: [`skipped: ${count} ${what} (${reason})`],
})

/**
 * @typedef {{status: string, fullName: string, meta?: {leftOut?: string}}} VitestAssertion
 * @typedef {{testResults: {name: string, status: string, assertionResults: VitestAssertion[]}[]}} VitestReport
 * @param {VitestReport} report
 */
export const tallyOfVitest = (report) =>
  sum(
    report.testResults.map(({ name, status, assertionResults }) => {
      const tests = sum(
        assertionResults.map((test) => {
          if (test.status === 'passed') return { ...nothing, passed: 1 }
          if (test.status === 'failed') return failing(test.fullName)
          const reason = test.meta?.leftOut ?? `${name} says why`
          return { ...nothing, skipped: 1, notes: [`skipped: ${test.fullName} (${reason})`] }
        }),
      )
      const broken = status === 'failed' && tests.failed === 0
      return broken ? sum([tests, failing(`${name} could not be run`)]) : tests
    }),
  )

/**
 * @typedef {{status: string, projectName: string, annotations?: {type: string, description?: string}[]}} PlaywrightTest
 * @typedef {{title: string, specs?: {title: string, tests: PlaywrightTest[]}[], suites?: PlaywrightSuite[]}} PlaywrightSuite
 * @typedef {{suites: PlaywrightSuite[], errors: {message?: string}[]}} PlaywrightReport
 * @param {PlaywrightReport} report
 */
export const tallyOfPlaywright = ({ suites, errors }) => {
  /** @type {(suite: PlaywrightSuite, above: readonly string[]) => Tally} */
  const ofSuite = (suite, above) => {
    const path = [...above, suite.title]
    return sum([
      ...(suite.suites ?? []).map((inner) => ofSuite(inner, path)),
      ...(suite.specs ?? []).flatMap((spec) =>
        spec.tests.map((test) => ofTest([...path, spec.title].join(' › '), test)),
      ),
    ])
  }
  const outside = errors.map(({ message }) => failing(message ?? 'an error outside any test'))
  return sum([...suites.map((suite) => ofSuite(suite, [])), ...outside])
}

/** @type {(title: string, test: PlaywrightTest) => Tally} */
const ofTest = (title, { status, projectName, annotations = [] }) => {
  const name = `[${projectName}] ${title}`
  if (status === 'expected') return { ...nothing, passed: 1 }
  if (status === 'flaky') {
    const note = `flaky: ${name} passed only on its second try. Find the race in the test or in the program`
    return { ...nothing, passed: 1, notes: [note] }
  }
  if (status === 'skipped') {
    const reason =
      annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'no reason given'
    return { ...nothing, skipped: 1, notes: [`skipped: ${name} (${reason})`] }
  }
  return failing(name)
}

/**
 * Judges a runner by its report and its exit code: one that crashed, or ran nothing, has failed.
 * @param {string} name
 * @param {Tally | undefined} tally undefined if it left no report
 * @param {number | null} code
 */
export const judge = (name, tally, code) => {
  const counted = tally ?? nothing
  const because =
    tally === undefined
      ? 'left no report'
      : counted.passed + counted.failed + counted.skipped === 0
        ? 'ran no test'
        : code !== 0 && counted.failed === 0
          ? `ended with code ${String(code)} though no test failed`
          : undefined
  return because === undefined ? counted : sum([counted, failing(`${name} ${because}`)])
}
