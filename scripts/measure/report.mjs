/**
 * A measured value as tables show it and as the file of results keeps it.
 * @typedef {{value: number, unit: Unit, text: string}} Quantity
 * @typedef {'count' | 'per second' | 'ms' | 'bytes' } Unit
 *
 * What a row should reach: its ratio or its value, at least or at most.
 * @typedef {{of: 'ratio' | 'value', at: 'least' | 'most', limit: Quantity}} Goal
 *
 * One line of a table. `reference` is what the same run measured without Paybench; `ratio` says how the two relate.
 * @typedef {{what: string, measured: Quantity, reference?: Quantity, ratio?: number, goal?: Goal, note?: string}} Row
 *
 * `name` is what `--only` calls it.
 * @typedef {{name: string, title: string, rows: readonly Row[]}} Section
 */

/**
 * @param {number} value
 * @param {number} [digits] after the point; by its size where none are given
 */
const number = (value, digits = value < 10 ? 1 : 0) => {
  if (!Number.isFinite(value)) throw new Error('a measurement has no value')
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/**
 * @param {number} value
 * @returns {Quantity}
 */
export const count = (value) => ({ value, unit: 'count', text: number(value, 0) })

/**
 * @param {number} value
 * @returns {Quantity}
 */
export const perSecond = (value) => ({ value, unit: 'per second', text: `${number(value, 0)}/s` })

/**
 * @param {number} ms
 * @returns {Quantity}
 */
export const duration = (ms) => ({
  value: ms,
  unit: 'ms',
  text: ms < 10_000 ? `${number(ms)} ms` : `${number(ms / 1000, 1)} s`,
})

/**
 * @param {number} bytes
 * @returns {Quantity}
 */
export const megabytes = (bytes) => ({
  value: bytes,
  unit: 'bytes',
  text: `${number(bytes / 1_000_000, 1)} MB`,
})

/**
 * @param {number} bytes
 * @returns {Quantity}
 */
export const kilobytes = (bytes) => ({ value: bytes, unit: 'bytes', text: `${number(bytes / 1000, 1)} kB` })

/**
 * @param {number} value
 * @returns {Quantity}
 */
const times = (value) => ({ value, unit: 'count', text: number(value, 2) })

/**
 * @param {number} limit
 * @returns {Goal}
 */
export const ratioAtLeast = (limit) => ({ of: 'ratio', at: 'least', limit: times(limit) })

/**
 * @param {number} limit
 * @returns {Goal}
 */
export const ratioAtMost = (limit) => ({ of: 'ratio', at: 'most', limit: times(limit) })

/**
 * @param {Quantity} limit
 * @returns {Goal}
 */
export const atMost = (limit) => ({ of: 'value', at: 'most', limit })

/**
 * @param {Row} row
 * @returns {boolean | undefined} whether the row reaches its goal; undefined where it has none
 */
export const isReached = ({ measured, ratio, goal }) => {
  if (goal === undefined) return undefined
  const value = goal.of === 'ratio' ? ratio : measured.value
  if (value === undefined) throw new Error('a goal of a ratio needs a ratio')
  return goal.at === 'least' ? value >= goal.limit.value : value <= goal.limit.value
}

/** @param {Row} row */
const goalText = (row) => {
  if (row.goal === undefined) return ''
  const { of, at, limit } = row.goal
  const sign = at === 'least' ? '≥' : '≤'
  return `${isReached(row) === true ? 'reached' : 'missed'}: ${of === 'ratio' ? 'ratio ' : ''}${sign} ${limit.text}`
}

/** @param {string} section @param {string} what */
const keyOf = (section, what) => `${section}: ${what}`

/**
 * @param {Results | undefined} earlier
 * @returns {(section: Section, row: Row) => string} the earlier ratio, or the earlier value where a row has no ratio
 */
const beforeOf = (earlier) => {
  const known = new Map(earlier?.rows.map((row) => [keyOf(row.section, row.what), row]))
  return ({ name }, { what, measured, ratio }) => {
    const row = known.get(keyOf(name, what))
    if (row === undefined) return ''
    const [before, now] =
      ratio !== undefined && row.ratio !== undefined
        ? [row.ratio, ratio]
        : [row.measured.value, measured.value]
    const text = ratio !== undefined && row.ratio !== undefined ? number(row.ratio, 2) : row.measured.text
    if (before === 0) return text
    const change = (now / before - 1) * 100
    return `${text} (${change < 0 ? '−' : '+'}${number(Math.abs(change), 0)} %)`
  }
}

/**
 * @param {readonly Section[]} sections
 * @param {Results} [earlier] results to compare with
 * @returns {string} the sections as tables in Markdown, which also read well in a terminal
 */
export const tables = (sections, earlier) => {
  const before = beforeOf(earlier)
  const hasGoals = sections.some(({ rows }) => rows.some(({ goal }) => goal !== undefined))
  const heads = ['', 'measured', 'reference', 'ratio']
  if (earlier !== undefined) heads.push('before')
  if (hasGoals) heads.push('goal')
  const cells = sections.map((section) =>
    section.rows.map((row) => {
      const { what, measured, reference, ratio, note } = row
      const line = [
        what,
        note === undefined ? measured.text : `${measured.text} ${note}`,
        reference?.text ?? '',
        ratio === undefined ? '' : number(ratio, 2),
      ]
      if (earlier !== undefined) line.push(before(section, row))
      if (hasGoals) line.push(goalText(row))
      return line
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

/**
 * What `bench-results.json` holds.
 * @typedef {{node: string, platform: string, cores: number, measuredAt: string, rows: readonly ResultRow[]}} Results
 * @typedef {{section: string, what: string, measured: Quantity, reference?: Quantity, ratio?: number,
 *   reached?: boolean}} ResultRow
 */

/**
 * @param {readonly Section[]} sections
 * @param {{node: string, platform: string, cores: number, measuredAt: string}} machine
 * @returns {Results}
 */
export const resultsOf = (sections, machine) => ({
  ...machine,
  rows: sections.flatMap(({ name, rows }) =>
    rows.map((row) => {
      const { what, measured, reference, ratio } = row
      const reached = isReached(row)
      return {
        section: name,
        what,
        measured,
        ...(reference === undefined ? {} : { reference }),
        ...(ratio === undefined ? {} : { ratio }),
        ...(reached === undefined ? {} : { reached }),
      }
    }),
  ),
})

/**
 * @param {string} text of a file that an earlier run wrote
 * @returns {Results}
 */
export const readResults = (text) => {
  /** @type {unknown} */
  const read = JSON.parse(text)
  const rows = /** @type {{rows?: unknown} | null} */ (read)?.rows
  /** @param {any} row */
  const isRow = (row) =>
    typeof row?.section === 'string' &&
    typeof row.what === 'string' &&
    typeof row.measured?.value === 'number' &&
    typeof row.measured.text === 'string' &&
    (row.ratio === undefined || typeof row.ratio === 'number')
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('it holds no results of npm run bench')
  return /** @type {Results} */ (read)
}
