import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project.mjs'

/** Tests that have needed their second try before: file › groups › title, with the host in front, and the day. */
const listFile = 'e2e/flaky.json'

/**
 * A line of the list.
 * @typedef {{test: string, seen: string}} FlakyTest
 */

/**
 * @param {string} text of the list
 * @returns {ReadonlySet<string>} the tests on it
 */
export const parseFlakyList = (text) => {
  /** @type {unknown} */
  const list = JSON.parse(text)
  if (!Array.isArray(list))
    throw new Error(`${listFile} is not a list: see docs/decisions/014-flaky-tests.md`)
  return new Set(
    list.map((line, at) => {
      const { test, seen } = /** @type {Partial<Record<string, unknown>>} */ (line ?? {})
      if (typeof test === 'string' && typeof seen === 'string' && /^\d{4}-\d\d-\d\d$/.test(seen)) return test
      throw new Error(`${listFile}: line ${at + 1} needs "test" and the day in "seen", as in 2026-01-31`)
    }),
  )
}

/** @returns {ReadonlySet<string>} tests whose next second try fails a run */
export const readFlakyList = () => parseFlakyList(readFileSync(join(projectRoot, listFile), 'utf8'))

/**
 * A test passed only at its second try.
 * @param {string} test
 * @param {ReadonlySet<string>} listed
 * @param {Date} [today]
 * @returns {{failed: boolean, note: string}} what that means for the run, and what to do
 */
export const judgeFlaky = (test, listed, today = new Date()) => {
  if (listed.has(test)) {
    return {
      failed: true,
      note: `failed: ${test} needed its second try again. Find the race in the test or in the program, fix it, and take the line out of ${listFile}`,
    }
  }
  const line = JSON.stringify({ test, seen: today.toISOString().slice(0, 10) })
  return {
    failed: false,
    note: `flaky: ${test} passed only at its second try. Fix its race now, or add this line to ${listFile}, where the next time fails the run: ${line}`,
  }
}
