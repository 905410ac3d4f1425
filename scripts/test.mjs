/**
 * `npm test`: everything that a change must pass, even on a fresh checkout. All steps run even if one fails, and
 * the last line sums them up. `npm test -- unit e2e` runs only the named steps, `npm test -- --all` also the steps and
 * tests that are too slow for every change.
 */
import { throwIfStopped, passSignalsOn } from './child-process.mjs'
import { installPlaywrightChromium } from './chromium.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { describePrograms, ensurePrograms } from './external-programs/ensure.mjs'
import { leftOutEnvironment } from './external-programs/left-out.mjs'
import { chromiumProgram, programs } from './external-programs/table.mjs'
import { messageOf } from './project.mjs'
import { steps } from './test/steps.mjs'
import { closingLine, failing, sum } from './test/tally.mjs'
import { print } from './test/tools.mjs'

/** @typedef {import('./external-programs/ensure.mjs').Found} Found */
/** @typedef {import('./test/steps.mjs').Step} Step */
/** @typedef {import('./test/steps.mjs').Programs} Programs */
/** @typedef {import('./test/tally.mjs').Tally} Tally */

/**
 * Finds or installs what the steps need, while dependencies are installed and other steps run.
 * @param {readonly Step[]} wanted
 * @param {Promise<void>} dependencies
 * @returns {Promise<Programs>}
 */
const preparePrograms = async (wanted, dependencies) => {
  const needed = new Set(wanted.flatMap(({ needs = [] }) => needs))
  /** @type {Map<import('./external-programs/table.mjs').Program, Found>} */
  const found = new Map(await ensurePrograms(programs.filter((program) => needed.has(program))))
  const chromium = found.get(chromiumProgram)
  if (chromium !== undefined && 'reason' in chromium) {
    await dependencies
    const path = await installPlaywrightChromium()
    if (path !== undefined) found.set(chromiumProgram, { path, version: "Playwright's own" })
  }
  for (const line of describePrograms(found)) print(line)
  return {
    environment: leftOutEnvironment(found),
    reason: (program) => {
      const one = found.get(program)
      return one !== undefined && 'reason' in one ? one.reason : undefined
    },
  }
}

/**
 * @param {Step} step
 * @param {Promise<Programs>} prepared
 * @returns {Promise<Tally>}
 */
const runStep = async ({ title, needs = [], run }, prepared) => {
  throwIfStopped()
  /** @type {Tally} */
  let tally
  let started = Date.now()
  try {
    const ready = needs.length === 0 ? { environment: {}, reason: () => undefined } : await prepared
    print(`\n== ${title}`)
    started = Date.now()
    tally = await run(ready)
  } catch (error) {
    tally = failing(`${title}: ${messageOf(error)}`)
  }
  throwIfStopped()
  print(
    `== ${title}: ${closingLine(tally).replaceAll(',', ' ·')} · ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return tally
}

/** @returns {readonly string[]} the names of the steps that were requested; if there are none, all run */
const readNames = () => {
  const names = process.argv.slice(2).filter((argument) => argument !== '--all')
  if (process.argv.includes('--all')) process.env['PAYBENCH_TESTS'] = 'all'
  const known = new Set(steps.flatMap((step) => step.names))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length === 0) return names
  throw new Error(`no such step: ${unknown.join(', ')}. Steps are ${[...known].join(', ')}`)
}

passSignalsOn()
try {
  const names = readNames()
  /** @param {Step} step */
  const isWanted = (step) =>
    names.length === 0
      ? step.onRequest !== true || process.env['PAYBENCH_TESTS'] === 'all'
      : step.names.some((name) => names.includes(name))
  const started = Date.now()
  const dependencies = ensureDependencies()
  const prepared = preparePrograms(steps.filter(isWanted), dependencies)
  // The steps that need the programs report the failure; an unhandled rejection would end the run.
  prepared.catch(() => undefined)
  await dependencies
  /** @type {Tally[]} */
  const tallies = []
  /** @type {Promise<Tally>[]} */
  const running = []
  for (const step of steps.filter(isWanted)) {
    running.push(runStep(step, prepared))
    if (step.withNext !== true) tallies.push(...(await Promise.all(running.splice(0))))
  }
  tallies.push(...(await Promise.all(running)))
  const total = sum(tallies)
  print(`\nAll steps took ${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
  for (const note of total.notes) print(note)
  print(closingLine(total))
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
} catch (error) {
  print(`npm test could not continue: ${messageOf(error)}`)
  print('0 passed, 1 failed, 0 skipped')
  process.exitCode = 1
}
