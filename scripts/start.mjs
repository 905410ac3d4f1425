/**
 * `npm start`: installs and builds what is missing or stale, chooses the host and runs it.
 * Plain Node without packages, because it runs before they are installed.
 */
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { ended, exitCodeOf, goOnUnlessStopped, passSignalsOn, startChild } from './child-process.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { findElectron, hasDisplay, installElectron } from './electron-runtime.mjs'
import { messageOf, projectRoot, say } from './project.mjs'
import { readStartArguments } from './start-arguments.mjs'

/** @typedef {{command: string, args: string[]}} Launch */

/**
 * @param {string[]} args
 * @returns {Launch}
 */
const browserHost = (args) => ({
  command: process.execPath,
  args: [join(projectRoot, 'out/main/host.js'), ...args],
})

/**
 * @param {string} executable
 * @param {string[]} args
 * @returns {Launch}
 */
const electronHost = (executable, args) => {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (asRoot) say('Running as root: Chromium cannot keep its sandbox up, so the window runs without it')
  // After "--" Chromium leaves the options to us.
  return { command: executable, args: [...(asRoot ? ['--no-sandbox'] : []), projectRoot, '--', ...args] }
}

/**
 * @param {string} host
 * @param {string[]} args
 * @returns {Promise<Launch>}
 */
const chooseHost = async (host, args) => {
  if (host === 'browser') return browserHost(args)
  const failure = findElectron() === undefined ? await installElectron() : undefined
  const executable = findElectron()
  const problem =
    executable === undefined
      ? `the Electron runtime is missing and could not be installed (${failure ?? 'reason unknown'})`
      : hasDisplay()
        ? undefined
        : 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
  if (executable !== undefined && problem === undefined) return electronHost(executable, args)
  if (host === 'electron') {
    throw new Error(
      `--host electron: ${problem}. Use --host browser, or give the folder of an unpacked Electron in ELECTRON_OVERRIDE_DIST_PATH`,
    )
  }
  say(`No desktop window: ${problem}. Serving the same workbench to the browser instead.`)
  return browserHost(args)
}

/**
 * Runs the host in our process group.
 * @param {Launch} launch
 * @returns {Promise<number>} its exit code
 */
const run = async ({ command, args }) => {
  goOnUnlessStopped()
  const child = startChild(command, args, {
    // Relative folders among the options are meant from where the caller stands, not from where npm has gone.
    cwd:
      (process.env['npm_lifecycle_event'] === 'start' ? process.env['INIT_CWD'] : undefined) ?? process.cwd(),
    env: { ...process.env, ELECTRON_RUN_AS_NODE: undefined },
    stdio: 'inherit',
  })
  return exitCodeOf(await ended(child))
}

passSignalsOn()
try {
  const { args, host, needsNoWindow } = readStartArguments(process.argv.slice(2))
  await ensureDependencies()
  await ensureBuild()
  process.exitCode = await run(needsNoWindow ? browserHost(args) : await chooseHost(host, args))
} catch (error) {
  say(`Paybench could not be started: ${messageOf(error)}`)
  process.exitCode = 1
}
