/**
 * `npm test`: everything that a change has to pass, on a fresh checkout as well. All steps run even when one fails,
 * and the last line sums them up. `npm test -- unit e2e` runs only the steps named,
 * `npm test -- --all` also the tests that take too long for every change.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { ended, goOnUnlessStopped, passSignalsOn, startChild } from './child-process.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureFirefox } from './firefox.mjs'
import { messageOf, projectRoot, toolEnvironment } from './project.mjs'
import {
  closingLine,
  judge,
  sum,
  tallyOfCheck,
  tallyOfPlaywright,
  tallyOfSkipped,
  tallyOfVitest,
} from './test-tally.mjs'

/** @typedef {import('./test-tally.mjs').Tally} Tally */
/** @typedef {{name: string, title: string, run: () => Promise<Tally>}} Step */

/** A step that takes longer hangs. */
const stepLimitMs = 30 * 60_000

const reports = mkdtempSync(join(tmpdir(), 'paybench-reports-'))

/** @param {string} line */
const print = (line) => {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs one of our tools with its output in sight.
 * @param {string} script below the project
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number | null>} its exit code; null where it was killed
 */
const runTool = async (script, args, env = {}) => {
  const child = startChild(process.execPath, [join(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), stepLimitMs)
  const { code } = await ended(child).finally(() => clearTimeout(limit))
  return code
}

/**
 * Runs one of our tools beside others: its output is shown when it has ended.
 * @param {string} script below the project
 * @param {readonly string[]} args
 * @returns {Promise<number | null>} its exit code; null where it was killed
 */
const runToolBeside = async (script, args) => {
  const child = startChild(process.execPath, [join(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const limit = setTimeout(() => child.kill('SIGKILL'), stepLimitMs)
  const { code } = await ended(child).finally(() => clearTimeout(limit))
  if (output.trim() !== '') print(output.trimEnd())
  return code
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Tally} tallyOf
 * @returns {Tally | undefined}
 */
const readReport = (file, tallyOf) => {
  try {
    return tallyOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Step}
 */
const check = (name, title, script, args) => ({
  name,
  title,
  run: async () => tallyOfCheck(title, await runTool(script, args)),
})

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} projects of the Playwright configuration
 * @returns {Step}
 */
const playwright = (name, title, projects) => ({
  name,
  title,
  run: async () => {
    const file = join(reports, `${name}.json`)
    const chromium = await ensureChromium()
    await ensureBuild()
    const code = await runTool(
      'node_modules/@playwright/test/cli.js',
      ['test', '--reporter', 'list,json', ...projects.flatMap((project) => ['--project', project])],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium },
    )
    return judge(title, readReport(file, tallyOfPlaywright), code)
  },
})

/** @type {Step} */
const unit = {
  name: 'unit',
  title: 'unit tests',
  run: async () => {
    const file = join(reports, 'unit.json')
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file]
    const code = await runTool('node_modules/vitest/vitest.mjs', ['run', ...reporters])
    return judge('unit tests', readReport(file, tallyOfVitest), code)
  },
}

/** @type {Step} */
const firefox = {
  name: 'firefox',
  title: 'tests in Firefox',
  run: async () => {
    const file = join(reports, 'firefox.json')
    const vitest = (/** @type {readonly string[]} */ args, env = {}) =>
      runTool('node_modules/vitest/vitest.mjs', [...args, '--config', 'e2e/firefox/vitest.config.ts'], env)
    const found = await ensureFirefox()
    if ('reason' in found) {
      print(`Skipped: ${found.reason}`)
      const code = await vitest(['list', `--json=${file}`])
      const tally = readReport(file, (/** @type {readonly unknown[]} */ tests) =>
        tallyOfSkipped('tests in Firefox', tests.length, found.reason),
      )
      return judge('tests in Firefox', tally, code)
    }
    await ensureBuild()
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file]
    const code = await vitest(['run', ...reporters], { FIREFOX_PATH: found.path })
    return judge('tests in Firefox', readReport(file, tallyOfVitest), code)
  },
}

/**
 * It needs one core for a long time, so that the other checks and the first unit tests run beside it.
 * @type {Step}
 */
const lint = {
  name: 'lint',
  title: 'lint',
  run: async () =>
    tallyOfCheck(
      'lint',
      await runToolBeside('node_modules/eslint/bin/eslint.js', ['.', '--max-warnings', '0']),
    ),
}

/** @type {readonly Step[]} */
const checks = [
  check('format', 'format', 'node_modules/prettier/bin/prettier.cjs', [
    '--check',
    '--log-level',
    'warn',
    '.',
  ]),
  check('types', 'types of all layers', 'scripts/typecheck.mjs', []),
  check('layers', 'layers', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', [
    ...['--config', '.dependency-cruiser.cjs', 'src-main', 'src-renderer'],
  ]),
]

/** @type {readonly Step[]} */
const afterwards = [
  {
    name: 'build',
    title: 'build',
    run: async () => {
      await ensureBuild()
      return tallyOfCheck('build', 0)
    },
  },
  playwright('packaging', 'packaging check', ['package']),
  playwright('e2e', 'end-to-end tests', ['browser', 'desktop']),
  firefox,
]

const steps = [lint, ...checks, unit, ...afterwards]

/**
 * @param {Step} step
 * @returns {Promise<Tally>}
 */
const runStep = async ({ title, run }) => {
  goOnUnlessStopped()
  print(`\n== ${title}`)
  const started = Date.now()
  /** @type {Tally} */
  let tally
  try {
    tally = await run()
  } catch (error) {
    tally = { passed: 0, failed: 1, skipped: 0, notes: [`failed: ${title}: ${messageOf(error)}`] }
  }
  goOnUnlessStopped()
  print(
    `== ${title}: ${closingLine(tally).replaceAll(',', ' ·')} · ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return tally
}

passSignalsOn()
process.on('exit', () => {
  rmSync(reports, { recursive: true, force: true })
})
try {
  const wanted = process.argv.slice(2).filter((argument) => argument !== '--all')
  if (process.argv.includes('--all')) process.env['PAYBENCH_TESTS'] = 'all'
  const unknown = wanted.filter((name) => steps.every((step) => step.name !== name))
  if (unknown.length > 0) {
    throw new Error(
      `no such step: ${unknown.join(', ')}. Steps are ${steps.map(({ name }) => name).join(', ')}`,
    )
  }
  await ensureDependencies()
  /** @param {Step} step */
  const isWanted = (step) => wanted.length === 0 || wanted.includes(step.name)
  /** @param {readonly Step[]} list */
  const runInTurn = async (list) => {
    /** @type {Tally[]} */
    const tallies = []
    for (const step of list.filter(isWanted)) tallies.push(await runStep(step))
    return sum(tallies)
  }
  const beside = await Promise.all([runInTurn([lint]), runInTurn([...checks, unit])])
  const total = sum([...beside, await runInTurn(afterwards)])
  print('')
  for (const note of total.notes) print(note)
  print(closingLine(total))
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
} catch (error) {
  print(`npm test could not go on: ${messageOf(error)}`)
  print('0 passed, 1 failed, 0 skipped')
  process.exitCode = 1
}
