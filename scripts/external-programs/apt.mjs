import { existsSync } from 'node:fs'
import { ended, startChild } from '../child-process.mjs'
import { messageOf, say, toolEnvironment } from '../project.mjs'

const lockWaitSeconds = 300

const limitMs = 15 * 60_000

/** @returns {boolean} whether packages of Debian can be installed here without asking */
export const mayUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Runs apt-get. It shows how far it is itself, on standard error.
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} undefined where it succeeded, else why not
 */
const runApt = async (args) => {
  say(`  apt-get ${args.join(' ')}`)
  const options = ['-o', `DPkg::Lock::Timeout=${lockWaitSeconds}`, '-o', 'Dpkg::Use-Pty=0']
  try {
    const child = startChild('apt-get', [...options, ...args], {
      env: { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 2, 2],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    const { code, signal } = await ended(child)
    return code === 0 ? undefined : `apt-get ${args[0]} ended with ${signal ?? `code ${String(code)}`}`
  } catch (error) {
    return `apt-get could not be started: ${messageOf(error)}`
  }
}

/**
 * Brings the lists of packages up to date, then installs: on a bare system the lists are empty, on an old image they
 * name versions that are gone or older than they need be.
 * @param {readonly string[]} packages
 * @param {(args: readonly string[]) => Promise<string | undefined>} [run]
 * @returns {Promise<string | undefined>} undefined where all are installed, else why not
 */
export const installByApt = async (packages, run = runApt) => {
  const stale = await run(['update'])
  if (stale !== undefined) say(`  The lists of packages stay as they are: ${stale}`)
  const failure = await run(['install', '-y', '--no-install-recommends', ...packages])
  if (failure === undefined || packages.length === 1) return failure
  // One unavailable package must not block the others.
  say(`  Not all at once: ${failure}`)
  /** @type {string[]} */
  const failures = []
  for (const name of packages) {
    const one = await run(['install', '-y', '--no-install-recommends', name])
    if (one !== undefined) failures.push(`${name}: ${one}`)
  }
  return failures.length === 0 ? undefined : failures.join('; ')
}
