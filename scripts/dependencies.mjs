import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ended, startChild } from './child-process.mjs'
import { messageOf, projectRoot, say, toolEnvironment } from './project.mjs'

/**
 * @typedef {{version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean,
 *   devOptional?: boolean, peer?: boolean}} LockedPackage
 * @typedef {{packages?: Record<string, LockedPackage>}} LockFile
 */

/**
 * @param {string} path
 * @returns {LockFile | undefined} undefined where the file is missing or unreadable
 */
const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Compares what package-lock.json wants with what npm has put into node_modules.
 * Packages that npm may leave out on this machine (optional ones of other platforms) are not missed.
 * @param {string} root the project's folder
 * @returns {string | undefined} why an install is due; undefined where nothing is missing or stale
 */
export const whyInstall = (root) => {
  const wanted = readLock(join(root, 'package-lock.json'))
  if (wanted?.packages === undefined)
    throw new Error('package-lock.json is missing or damaged: restore it from the repository')
  const present = readLock(join(root, 'node_modules/.package-lock.json'))
  if (present?.packages === undefined) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (path === '') continue
    const found = present.packages[path]
    if (found === undefined) {
      if (entry.optional === true || entry.devOptional === true) continue
      return `${path} is missing`
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity)
      return `${path} is out of date`
  }
  return undefined
}

/** @returns {{command: string, args: string[], shell: boolean}} the npm that started us, else the one on PATH */
export const npmCommand = () => {
  const cli = process.env['npm_execpath']
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli)) {
    return { command: process.execPath, args: [cli], shell: false }
  }
  const windows = process.platform === 'win32'
  return { command: windows ? 'npm.cmd' : 'npm', args: [], shell: windows }
}

/**
 * npm makes all folders first and fills them as the packages arrive.
 * @param {string} root
 * @returns {number} how many are filled
 */
const countPackages = (root) => {
  const folder = join(root, 'node_modules')
  try {
    return readdirSync(folder)
      .flatMap((name) =>
        name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : name,
      )
      .filter((name) => existsSync(join(folder, name, 'package.json'))).length
  } catch {
    return 0
  }
}

/**
 * Runs `npm ci` where something is missing or stale; progress goes to standard error.
 * @returns {Promise<void>}
 */
export const ensureDependencies = async () => {
  const reason = whyInstall(projectRoot)
  if (reason === undefined) return
  say(`Installing the dependencies with npm ci (${reason})`)
  const { command, args, shell } = npmCommand()
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const heartbeat = setInterval(() => {
    say(`  still installing: ${seconds()} s, ${countPackages(projectRoot)} packages unpacked`)
  }, 10_000)
  try {
    const child = startChild(
      command,
      [...args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: projectRoot, env: toolEnvironment(), shell, stdio: ['ignore', 2, 2] },
    )
    const { code, signal } = await ended(child).catch((/** @type {unknown} */ error) => {
      throw new Error(
        `npm could not be started (${messageOf(error)}): install Node.js with npm and try again`,
      )
    })
    if (code !== 0) throw new Error(`npm ci ended with ${signal ?? `code ${code}`}: see its message above`)
  } finally {
    clearInterval(heartbeat)
  }
  say(`Dependencies installed in ${seconds()} s`)
}
