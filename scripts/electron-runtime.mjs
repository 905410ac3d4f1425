import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './project.mjs'

/**
 * Looks for Electron's executable without loading its npm package, because loading it starts a download.
 * @param {string} [root] the project's folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} path of the executable; undefined if it is not installed
 */
export const findElectron = (root = projectRoot, env = process.env) => {
  const folder = join(root, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  const relative = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  const executable =
    override !== undefined && override !== ''
      ? join(override, relative ?? executableName())
      : relative === undefined
        ? undefined
        : join(folder, 'dist', relative)
  return executable !== undefined && existsSync(executable) ? executable : undefined
}

const executableName = () => {
  if (process.platform === 'win32') return 'electron.exe'
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

/**
 * Chromium's sandbox on Linux needs a helper owned by root, or namespaces that any user may create.
 * @param {string} executable
 * @returns {string} the helper beside it
 */
export const sandboxHelper = (executable) => join(dirname(executable), 'chrome-sandbox')

/** @param {string} helper */
const isPrivileged = (helper) => {
  const found = statSync(helper, { throwIfNoEntry: false })
  return found?.uid === 0 && (found.mode & 0o7777) === 0o4755
}

/**
 * Tries to create a user namespace, as Chromium does if its helper is not owned by root.
 * @param {NodeJS.ProcessEnv} env
 */
const canMakeNamespaces = (env) =>
  new Promise((resolve) => {
    execFile('unshare', ['-Ur', 'true'], { env, timeout: 2_000, killSignal: 'SIGKILL' }, (error) =>
      resolve(error === null),
    )
  })

/**
 * If the sandbox cannot start, Chromium exits immediately, so the window has to run without a sandbox.
 * @param {string} executable
 * @param {{env?: NodeJS.ProcessEnv, isRoot?: boolean}} [here]
 * @returns {Promise<string | undefined>} why the sandbox cannot start, as a message for the user; undefined if it can
 */
export const whyNoSandbox = async (
  executable,
  { env = process.env, isRoot = process.getuid?.() === 0 } = {},
) => {
  if (process.platform !== 'linux') return undefined
  if (isRoot) return "Running as root: Chromium's sandbox does not work, so the window runs without it"
  const helper = sandboxHelper(executable)
  if (isPrivileged(helper) || (await canMakeNamespaces(env))) return undefined
  return `This system does not let users create namespaces, so the window runs without Chromium's sandbox. To enable it: ${privilege(helper)}`
}

/**
 * @param {string} helper
 * @returns {string} the command that makes the helper usable, so that the sandbox needs no user namespaces
 */
export const privilege = (helper) => `sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`
