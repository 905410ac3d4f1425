/**
 * A measured value, and its text in tables.
 * @typedef {{value: number, text: string}} Quantity
 * @typedef {(value: number) => Quantity} Unit
 *
 * The goal of a row: its ratio or its value must be at least, or at most, the limit.
 * @typedef {{of: 'ratio' | 'value', at: 'least' | 'most', limit: Quantity}} Goal
 *
 * One line of a table. `reference` is the value to compare with, from the same run; `ratio` is measured / reference.
 * @typedef {{what: string, measured: Quantity, reference?: Quantity, ratio?: number, goal?: Goal, note?: string}} Row
 *
 * @typedef {{title: string, rows: readonly Row[]}} Section
 *
 * The results of a load: requests per second, and response times in milliseconds.
 * @typedef {Omit<import('./load.mjs').Load, 'requests'>} Rates
 */

/**
 * @param {number} value
 * @param {number} [digits] after the decimal point; by default, 1 for values below 10, otherwise 0
 */
const number = (value, digits = value < 10 ? 1 : 0) => {
  if (!Number.isFinite(value)) throw new Error('a measurement has no value')
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** @type {Unit} */
export const count = (value) => ({ value, text: number(value, 0) })

/** @type {Unit} */
export const perSecond = (value) => ({ value, text: `${number(value, 0)}/s` })

/** @type {Unit} */
export const duration = (ms) => ({
  value: ms,
  text: ms < 10_000 ? `${number(ms)} ms` : `${number(ms / 1000, 1)} s`,
})

/** @type {Unit} */
export const megabytes = (bytes) => ({
  value: bytes,
  text: `${number(bytes / 1_000_000, 1)} MB`,
})

/** @type {Unit} */
export const kilobytes = (bytes) => ({ value: bytes, text: `${number(bytes / 1000, 1)} kB` })

/** @type {Unit} */
const times = (value) => ({ value, text: number(value, 2) })

/** @type {(limit: number) => Goal} */
export const ratioAtLeast = (limit) => ({ of: 'ratio', at: 'least', limit: times(limit) })

/** @type {(limit: number) => Goal} */
export const ratioAtMost = (limit) => ({ of: 'ratio', at: 'most', limit: times(limit) })

/** @type {(limit: Quantity) => Goal} */
export const atMost = (limit) => ({ of: 'value', at: 'most', limit })

/**
 * Rows that compare a load with its reference.
 * @param {string} rateOf label of the row with the rate
 * @param {string} timesOf label of the rows with the times; the percentile is appended
 * @param {{taken: Rates, reference: Rates, goal: Goal | undefined}} loads `goal`: for the rate; if
 *   given, p99 has a goal too
 */
export const loadRows = (rateOf, timesOf, { taken, reference, goal }) => {
  /**
   * @param {string} what
   * @param {keyof Rates} value
   * @param {Unit} unit
   * @param {Goal | undefined} rowGoal
   */
  const row = (what, value, unit, rowGoal) => ({
    what,
    measured: unit(taken[value]),
    reference: unit(reference[value]),
    ratio: taken[value] / reference[value],
    ...(rowGoal === undefined ? {} : { goal: rowGoal }),
  })
  return [
    row(rateOf, 'perSecond', perSecond, goal),
    row(`${timesOf}, p50`, 'p50', duration, undefined),
    row(`${timesOf}, p99`, 'p99', duration, goal && ratioAtMost(6)),
  ]
}

/**
 * @param {Row} row
 * @returns {string} whether the row reaches its goal; empty if it has none
 */
const goalText = ({ measured, ratio, goal }) => {
  if (goal === undefined) return ''
  const { of, at, limit } = goal
  const value = of === 'ratio' ? ratio : measured.value
  if (value === undefined) throw new Error('a goal for a ratio needs a ratio')
  const isReached = at === 'least' ? value >= limit.value : value <= limit.value
  return `${isReached ? 'reached' : 'missed'}: ${of === 'ratio' ? 'ratio ' : ''}${at === 'least' ? '≥' : '≤'} ${limit.text}`
}

/**
 * @param {readonly Section[]} sections
 * @returns {string} the sections as Markdown tables, which are also readable in a terminal
 */
export const tables = (sections) => {
  const heads = ['', 'measured', 'reference', 'ratio', 'goal']
  const cells = sections.map(({ rows }) =>
    rows.map((row) => {
      const { what, measured, reference, ratio, note } = row
      return [
        what,
        note === undefined ? measured.text : `${measured.text} ${note}`,
        reference?.text ?? '',
        ratio === undefined ? '' : number(ratio, 2),
        goalText(row),
      ]
    }),
  )
  const widths = heads.map((head, column) =>
    Math.max(head.length, 5, ...cells.flat().map((row) => (row[column] ?? '').length)),
  )
  /** @param {readonly string[]} row */
  const line = (row) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return sections
    .map(({ title }, at) => [`## ${title}`, '', line(heads), rule, ...(cells[at] ?? []).map(line)].join('\n'))
    .join('\n\n')
}
