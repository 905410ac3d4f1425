import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ended, startChild } from '../child-process.mjs'

/** @typedef {import('./table.mjs').Program} Program */

/** A program that does not print its version within this time is considered hung, and is killed. */
const versionLimitMs = 20_000

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false // missing or not executable
  }
}

/**
 * Looks for a program: in its variable, in the folders of PATH, in the usual places of the system, then elsewhere.
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {string | undefined} its path; undefined if it is not found
 */
export const findProgram = (program, env = process.env, platform = process.platform) => {
  const given = env[program.variable]
  if (given !== undefined && given !== '') {
    if (isExecutable(given)) return given
    throw new Error(`${program.variable} names ${given}, which cannot be run: correct or unset it`)
  }
  const names =
    platform === 'win32' ? program.names.flatMap((name) => [`${name}.exe`, name]) : [...program.names]
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...(program.places?.[platform] ?? [])].find(isExecutable) ?? program.elsewhere?.()
}

/**
 * @param {Program} program
 * @returns {string} why tests that need it are left out, and what to do
 */
export const whyMissing = ({ title, variable }) =>
  `no ${title} was found: install it, or give its path in ${variable}`

/**
 * @param {string} output of a program that was asked for its version
 * @returns {string | undefined} as in `Mozilla Firefox 140.12.0esr`, without warnings and build details
 */
const nameAndVersion = (output) => /^[A-Z][A-Z ]*?\d+(?:\.\d+)+\w*/im.exec(output)?.[0]

/**
 * Starts a program to learn its version, so that a file that cannot run does not count as found.
 * @param {Program} program
 * @param {string} path
 * @returns {Promise<{version: string} | {reason: string}>} its name and version, or why they are unknown
 */
export const versionOf = async (program, path) => {
  // On Windows, a browser opens a window instead of printing its version.
  if (process.platform === 'win32') return { version: 'version unknown' }
  const child = startChild(path, program.versionArguments ?? ['--version'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const limit = setTimeout(() => child.kill('SIGKILL'), versionLimitMs)
  try {
    const { code, signal } = await ended(child)
    const version = nameAndVersion(output)
    if (code === 0 && version !== undefined) return { version }
    const end = code === 0 ? 'printed no version' : `ended with ${signal ?? `code ${String(code)}`}`
    return { reason: `${path} ${end} when asked for its version` }
  } catch (error) {
    return { reason: `${path} could not be started: ${String(error)}` }
  } finally {
    clearTimeout(limit)
  }
}
