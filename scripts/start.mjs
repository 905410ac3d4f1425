/** `npm start`: installs and builds what is missing, then runs the host. Needs no package itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild, isBuilt } from './build.mjs'
import { ended, exitCodeOf, throwIfStopped, passSignalsOn, startChild } from './child-process.mjs'
import { ensureDependencies, whyInstall } from './dependencies.mjs'
import { whyNoDisplay } from './display.mjs'
import { findElectron, whyNoSandbox } from './electron-runtime.mjs'
import { installElectron, whyNotInstall } from './install-electron.mjs'
import { messageOf, projectRoot, say } from './project.mjs'
import { runWindow } from './run-window.mjs'
import { readStartArguments } from './start-arguments.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */

/** Relative folders in options refer to the caller's folder, not to npm's. */
const callersFolder =
  (process.env['npm_lifecycle_event'] === 'start' ? process.env['INIT_CWD'] : undefined) ?? process.cwd()

/**
 * Runs the browser host in our process group.
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
const runBrowserHost = async (args) => {
  throwIfStopped()
  const child = startChild(process.execPath, [join(projectRoot, 'out/main/host.js'), ...args], {
    cwd: callersFolder,
    stdio: 'inherit',
  })
  return exitCodeOf(await ended(child))
}

/**
 * @param {string[]} args
 * @returns {Promise<number | Refusal>} its exit code, or why there was no window
 */
const runElectron = async (args) => {
  const executable = findElectron()
  if (executable === undefined) throw new Error('the Electron runtime was removed meanwhile: start again')
  const noSandbox = await whyNoSandbox(executable)
  if (noSandbox !== undefined) say(noSandbox)
  const switches = noSandbox === undefined ? [] : ['--no-sandbox']
  // After "--", Chromium ignores the options.
  return runWindow(executable, [...switches, projectRoot, '--', ...args], callersFolder)
}

/**
 * Installs and builds what is missing or stale, and shows the progress.
 * @param {boolean} needsElectron
 * @returns {Promise<Refusal | undefined>} why the Electron runtime could not be installed
 */
const prepare = async (needsElectron) => {
  const due = [whyInstall(projectRoot) !== undefined, needsElectron, !isBuilt()]
  const count = due.filter(Boolean).length
  let number = 0
  const nextStep = () => (count > 1 ? `Step ${(number += 1)} of ${count}: ` : '')
  if (due[0]) await ensureDependencies(nextStep())
  const refusal = needsElectron ? await installElectron({ step: nextStep() }) : undefined
  if (due[2]) await ensureBuild(nextStep())
  return refusal
}

/**
 * @param {string[]} args
 * @param {boolean} isWanted whether the user chose the window, so that the browser is no substitute
 * @returns {Promise<number | Refusal>} the program's exit code, or why there was no window
 */
const tryWindow = async (args, isWanted) => {
  const isMissing = findElectron() === undefined
  const refusal = (await whyNoDisplay()) ?? (isMissing ? whyNotInstall() : undefined)
  if (refusal !== undefined && isWanted) return refusal
  const failure = await prepare(refusal === undefined && isMissing)
  return refusal ?? failure ?? runElectron(args)
}

/**
 * @param {string} host
 * @param {string[]} args
 * @returns {Promise<number>} the exit code of the host
 */
const start = async (host, args) => {
  if (host === 'browser') {
    await prepare(false)
    return runBrowserHost(args)
  }
  const isWanted = host === 'electron'
  const result = await tryWindow(args, isWanted)
  if (typeof result === 'number') return result
  const why = `${result.what}. ${result.remedy}`
  if (isWanted) {
    const otherHost = why.includes('--host browser') ? '' : '. Or use --host browser'
    throw new Error(`--host electron: ${why}${otherHost}`)
  }
  say(`No desktop window: ${why}. Serving the same workbench to the browser instead.`)
  return runBrowserHost(args)
}

/** What `--help` and `--version` print: nothing needs to be installed or built for it. */
const printed = {
  help: () => readFileSync(join(projectRoot, 'scripts/start-help.txt'), 'utf8'),
  version: () => `${JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version}\n`,
}

passSignalsOn()
try {
  const { args, host, prints } = readStartArguments(process.argv.slice(2))
  if (prints === undefined) process.exitCode = await start(host, args)
  else process.stdout.write(printed[prints]())
} catch (error) {
  say(`Paybench could not be started: ${messageOf(error)}`)
  process.exitCode = 1
}
