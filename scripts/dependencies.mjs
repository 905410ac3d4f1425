import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly, showProgress } from './progress.mjs'
import { projectRoot, say, toolEnvironment } from './project.mjs'

/**
 * @typedef {{version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean,
 *   devOptional?: boolean, peer?: boolean}} LockedPackage
 * @typedef {{packages?: Record<string, LockedPackage>}} LockFile
 */

/**
 * @param {string} path
 * @returns {LockFile | undefined} undefined if the file is missing or unreadable
 */
const readLock = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Compares package-lock.json with what is installed in node_modules. Packages that npm may leave out on this
 * machine (optional ones for other platforms) do not count as missing.
 * @param {string} root the project's folder
 * @returns {string | undefined} why an install is needed; undefined if nothing is missing or stale
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

/** @returns {{command: string, args: string[], shell: boolean}} the npm that started us, or the one on PATH */
export const npmCommand = () => {
  const cli = process.env['npm_execpath']
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli)) {
    return { command: process.execPath, args: [cli], shell: false }
  }
  const windows = process.platform === 'win32'
  return { command: windows ? 'npm.cmd' : 'npm', args: [], shell: windows }
}

/**
 * @param {string} root
 * @returns {() => string} says how many packages are unpacked so far
 */
const createPackageCount = (root) => {
  const wanted = Object.entries(readLock(join(root, 'package-lock.json'))?.packages ?? {})
    .filter(([path, { optional, devOptional }]) => path !== '' && optional !== true && devOptional !== true)
    .map(([path]) => join(root, path, 'package.json'))
  return () => `packages ${wanted.filter((file) => existsSync(file)).length} of ${wanted.length}`
}

/**
 * Runs `npm ci` if something is missing or stale; progress goes to standard error.
 * @param {string} [step] prefix of its progress lines
 */
export const ensureDependencies = async (step = '') => {
  const reason = whyInstall(projectRoot)
  if (reason === undefined) return
  say(`Installing the dependencies with npm ci (${reason})`)
  const { command, args, shell } = npmCommand()
  const started = Date.now()
  const endProgress = showProgress(step, createPackageCount(projectRoot))
  // Packages in npm's cache are safe to use: the lock file has their digests.
  const what = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline']
  await runQuietly('npm ci', [command, ...args, ...what], {
    cwd: projectRoot,
    env: toolEnvironment(),
    shell,
  })
    .catch((/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.syscall === undefined) throw error
      throw new Error(`npm could not be started (${error.message}): install Node.js with npm and try again`)
    })
    .finally(endProgress)
  say(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s`)
}
