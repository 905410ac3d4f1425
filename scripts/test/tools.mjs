import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, startChild } from '../child-process.mjs'
import { projectRoot, toolEnvironment } from '../project.mjs'

/** A step that takes longer is killed. With `--all`, unit and end-to-end tests take half an hour each. */
const stepLimitMs = () => (process.env['PAYBENCH_TESTS'] === 'all' ? 120 : 30) * 60_000

const reports = mkdtempSync(join(tmpdir(), 'paybench-reports-'))
process.on('exit', () => {
  rmSync(reports, { recursive: true, force: true })
})

/**
 * @param {string} name of a step
 * @returns {string} the file for the report of its test runner
 */
export const reportFile = (name) => join(reports, `${name}.json`)

/** @param {string} line */
export const print = (line) => {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs one of our tools and shows its output.
 * @param {string} script path in the project
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number | null>} its exit code; null if it was killed
 */
export const runTool = async (script, args, env = {}) => {
  const child = startChild(process.execPath, [join(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), stepLimitMs())
  const { code } = await ended(child).finally(() => clearTimeout(limit))
  return code
}

/** @typedef {import('./tally.mjs').Tally} Tally */

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Tally} tallyOf
 * @returns {Tally | undefined} undefined if the runner left no report that can be read
 */
export const readReport = (file, tallyOf) => {
  try {
    return tallyOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
