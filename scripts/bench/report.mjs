/**
 * One line of the table. `reference` is what the same run measured without Paybench; `ratio` says how the two relate.
 * @typedef {{what: string, measured: string, reference?: string, ratio?: number}} Row
 * @typedef {{title: string, rows: readonly Row[]}} Section
 */

/**
 * @param {number} value
 * @param {number} [digits] after the point; by its size where none are given
 */
const number = (value, digits = value < 10 ? 1 : 0) => {
  if (!Number.isFinite(value)) throw new Error('a measurement has no value')
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** @param {number} value */
export const count = (value) => number(value, 0)

/** @param {number} value */
export const perSecond = (value) => `${number(value, 0)}/s`

/** @param {number} ms */
export const duration = (ms) => (ms < 10_000 ? `${number(ms)} ms` : `${number(ms / 1000, 1)} s`)

/** @param {number} bytes */
export const megabytes = (bytes) => `${number(bytes / 1_000_000, 1)} MB`

/** @param {number} bytes */
export const kilobytes = (bytes) => `${number(bytes / 1000, 1)} kB`

/** @param {number} score of the browser's own kind, in which 0 means that nothing moved */
export const shift = (score) => number(score, score === 0 ? 0 : 4)

/** @param {number} share */
export const percent = (share) => `${number(share * 100, 1)} %`

const heads = ['', 'measured', 'reference', 'ratio']

/**
 * @param {readonly Section[]} sections
 * @returns {string} the sections as tables in Markdown, which also read well in a terminal
 */
export const tables = (sections) => {
  const cells = sections.map(({ rows }) =>
    rows.map(({ what, measured, reference, ratio }) => [
      what,
      measured,
      reference ?? '',
      ratio === undefined ? '' : number(ratio, 2),
    ]),
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
