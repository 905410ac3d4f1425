import { ensureBuild } from '../build.mjs'
import { findChromium } from '../chromium.mjs'
import { whyMissing } from '../external-programs/find.mjs'
import {
  chromiumProgram,
  curlProgram,
  firefoxProgram,
  opensslProgram,
  phpProgram,
  pythonProgram,
} from '../external-programs/table.mjs'
import { judge, tallyOfCheck, tallyOfPlaywright, tallyOfSkipped, tallyOfVitest } from './tally.mjs'
import { print, readReport, reportFile, runTool } from './tools.mjs'

/** @typedef {import('../external-programs/table.mjs').Program} Program */
/** @typedef {import('./tally.mjs').Tally} Tally */
/**
 * A part of `npm test`.
 * @typedef {object} Step
 * @property {readonly string[]} names by which it can be selected
 * @property {string} title
 * @property {readonly Program[]} [needs] programs to find or install before it runs
 * @property {boolean} [withNext] runs at the same time as the next one
 * @property {boolean} [onRequest] runs only with `--all` or if it is named
 * @property {(programs: Programs) => Promise<Tally>} run
 */
/**
 * Which programs were found or installed.
 * @typedef {object} Programs
 * @property {NodeJS.ProcessEnv} environment that lists the missing ones for test runners
 * @property {(program: Program) => string | undefined} reason why it is missing; undefined if it is not
 */

const vitestTool = 'node_modules/vitest/vitest.mjs'

/**
 * @param {string} name
 * @param {string} title
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Step}
 */
const check = (name, title, script, args) => ({
  names: [name],
  title,
  run: async () => tallyOfCheck(title, await runTool(script, args)),
})

/**
 * @param {readonly string[]} names
 * @param {string} title
 * @param {readonly Program[]} needs
 * @param {readonly string[]} args that choose the files
 * @returns {Step}
 */
const vitest = (names, title, needs, args) => ({
  names,
  title,
  needs,
  run: async ({ environment }) => {
    const file = reportFile(names.join('-'))
    const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', file]
    const code = await runTool(vitestTool, ['run', ...args, ...reporters], environment)
    return judge(title, readReport(file, tallyOfVitest), code)
  },
})

/**
 * @param {string} name
 * @param {string} title
 * @param {readonly string[]} projects of the Playwright configuration
 * @returns {Step}
 */
const playwright = (name, title, projects) => ({
  names: [name],
  title,
  needs: [chromiumProgram],
  run: async ({ environment }) => {
    const file = reportFile(name)
    const chromium = findChromium()
    if (chromium === undefined) throw new Error(whyMissing(chromiumProgram))
    await ensureBuild()
    const code = await runTool(
      'node_modules/@playwright/test/cli.js',
      ['test', '--reporter', 'list,json', ...projects.flatMap((project) => ['--project', project])],
      { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium },
    )
    return judge(title, readReport(file, tallyOfPlaywright), code)
  },
})

const firefoxConfig = ['--config', 'e2e/firefox/vitest.config.ts']
const firefoxTests = vitest(['firefox'], 'tests in Firefox', [firefoxProgram], firefoxConfig)

/** @type {Step} */
const firefox = {
  ...firefoxTests,
  onRequest: true,
  run: async (programs) => {
    const reason = programs.reason(firefoxProgram)
    if (reason === undefined) {
      await ensureBuild()
      return firefoxTests.run(programs)
    }
    print(`Skipped: ${reason}`)
    const file = reportFile('firefox-list')
    const code = await runTool(vitestTool, ['list', `--json=${file}`, ...firefoxConfig])
    const tally = readReport(file, (/** @type {readonly unknown[]} */ tests) =>
      tallyOfSkipped(firefoxTests.title, tests.length, reason),
    )
    return judge(firefoxTests.title, tally, code)
  },
}

const flows = 'e2e/flows/'
/** Flows that measure how long other calls wait, so nothing else may run beside them. */
const waits = ['hostile-suite', 'har-hostile', 'import-memory', 'slow-clients'].map(
  (name) => `${flows}${name}.test.ts`,
)
/** Tests that need no program, and that most changes break first. */
const core = ['src-main/lib/', 'src-main/domain/', 'src-main/protocol/', 'src-main/platform/form/']

/**
 * The steps run in this order. Those that fail most often and need no program come first; programs are installed
 * meanwhile.
 * @type {readonly Step[]}
 */
export const steps = [
  check('types', 'types of all layers', 'scripts/typecheck.mjs', []),
  { ...check('lint', 'lint', 'node_modules/oxlint/bin/oxlint', []), withNext: true },
  check('lint', 'unused code', 'node_modules/knip/bin/knip.js', ['--no-progress']),
  // These tests keep no state, so files may share their imports, which makes loading faster.
  vitest(['core', 'unit'], 'unit tests of the core', [], ['--no-isolate', ...core]),
  { ...check('layers', 'layers', 'scripts/layers.mjs', []), withNext: true },
  check('format', 'format', 'node_modules/prettier/bin/prettier.cjs', [
    ...['--check', '--log-level', 'warn', '.'],
  ]),
  vitest(
    ['unit'],
    'unit tests',
    [chromiumProgram, pythonProgram, phpProgram, curlProgram, opensslProgram],
    [...core, flows].flatMap((folder) => ['--exclude', `${folder}**`]),
  ),
  // Each file opens separate benches and keeps no other state, so files may share their imports: the whole program.
  vitest(
    ['flows', 'unit'],
    'flows',
    [pythonProgram, curlProgram, opensslProgram],
    ['--no-isolate', flows, ...waits.flatMap((file) => ['--exclude', file])],
  ),
  vitest(['flows', 'unit'], 'flows that measure waits', [], ['--maxWorkers=1', ...waits]),
  {
    names: ['build'],
    title: 'build',
    run: async () => {
      await ensureBuild()
      return tallyOfCheck('build', 0)
    },
  },
  { ...playwright('packaging', 'packaging check', ['package']), onRequest: true },
  playwright('e2e', 'end-to-end tests', ['browser', 'desktop']),
  firefox,
]
