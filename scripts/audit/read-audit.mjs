/**
 * One package with an advisory of its own.
 * @typedef {object} Finding
 * @property {string} name
 * @property {string} severity
 * @property {readonly string[]} nodes where it is installed
 * @property {readonly {title: string, url: string, range: string}[]} advisories
 * @property {string} advice what to do next
 */
/**
 * The result of `npm audit --json`: the number of packages and the findings, or why there are none.
 * @typedef {{kind: 'audited', packages: number, findings: readonly Finding[]}
 *   | {kind: 'skipped', reason: string}
 *   | {kind: 'failed', reason: string}} Audit
 */

/** The worst first. */
const severities = ['critical', 'high', 'moderate', 'low', 'info']

/**
 * @param {unknown} value
 * @returns {Readonly<Record<string, unknown>>}
 */
const objectOf = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? /** @type {Readonly<Record<string, unknown>>} */ (value)
    : {}

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
const listOf = (value) => (Array.isArray(value) ? value : [])

/**
 * @param {unknown} value
 * @returns {string}
 */
const textOf = (value) => (typeof value === 'string' ? value : '')

/**
 * @param {unknown} fix npm's `fixAvailable`: no, yes within the ranges, or a version of a package that we name ourselves
 * @returns {string}
 */
const adviceOf = (fix) => {
  if (fix === true) return 'run `npm audit fix`'
  const { name, version, isSemVerMajor } = objectOf(fix)
  if (typeof name !== 'string' || typeof version !== 'string') {
    return 'there is no fixed version: read the advisory, and replace the package where it applies'
  }
  const major = isSemVerMajor === true ? ' (a new major version)' : ''
  return `run \`npm install --save-exact ${name}@${version}\`${major}`
}

/**
 * @param {unknown} value one of npm's `vulnerabilities`
 * @returns {readonly Finding[]} none where it is only touched by the advisory of another package
 */
const findingOf = (value) => {
  const { name, severity, via, nodes, fixAvailable } = objectOf(value)
  const advisories = listOf(via)
    .filter((one) => typeof one === 'object')
    .map(objectOf)
    .map(({ title, url, range }) => ({ title: textOf(title), url: textOf(url), range: textOf(range) }))
  if (advisories.length === 0) return []
  return [
    {
      name: textOf(name),
      severity: textOf(severity),
      nodes: listOf(nodes).map(textOf),
      advisories,
      advice: adviceOf(fixAvailable),
    },
  ]
}

/**
 * @param {string} text
 * @returns {unknown} undefined where it is not JSON
 */
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the standard output of `npm audit --json`.
 * @param {string} output
 * @returns {Audit}
 */
export const readAudit = (output) => {
  const report = objectOf(parsed(output))
  if (report['auditReportVersion'] === 2) {
    const vulnerabilities = Object.values(objectOf(report['vulnerabilities']))
    const findings = vulnerabilities.flatMap(findingOf)
    const { total } = objectOf(objectOf(report['metadata'])['dependencies'])
    if (typeof total !== 'number' || total === 0) return { kind: 'failed', reason: 'npm audited no packages' }
    if (findings.length === 0 && vulnerabilities.length > 0)
      return {
        kind: 'failed',
        reason: 'npm reported vulnerable packages without an advisory: run `npm audit` for details',
      }
    const worstFirst = findings.toSorted(
      (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
    )
    return { kind: 'audited', packages: total, findings: worstFirst }
  }
  const { code, summary } = objectOf(report['error'])
  if (typeof code === 'string') return { kind: 'failed', reason: `${textOf(summary)} (${code})` }
  // Only a registry without an audit endpoint leaves a message and no code.
  const message = textOf(report['message'])
  return message === ''
    ? { kind: 'failed', reason: 'the output of npm audit is not readable: run `npm audit` for details' }
    : { kind: 'skipped', reason: `the registry offers no audit (${message})` }
}

/**
 * @param {Finding} finding
 * @param {ReadonlySet<string> | undefined} shipped names of the packages that go into the program, where they are known
 * @returns {string} for a person
 */
export const describeFinding = ({ name, severity, nodes, advisories, advice }, shipped) => {
  const place = shipped?.has(name) === true ? 'part of the program' : 'used by the build or the tests'
  return [
    `${severity}: ${name}${shipped === undefined ? '' : `, ${place}`} (${nodes.join(', ')})`,
    ...advisories.map(({ title, url, range }) => `  ${title}, versions ${range}: ${url}`),
    `  ${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}`,
  ].join('\n')
}
