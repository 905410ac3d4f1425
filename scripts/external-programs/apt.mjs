import { existsSync } from 'node:fs'
import { ended, startChild } from '../child-process.mjs'
import { messageOf, say, toolEnvironment } from '../project.mjs'

const lockWaitSeconds = 300

const limitMs = 15 * 60_000

/** @returns {boolean} whether Debian packages can be installed here without a password */
export const mayUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Runs apt-get, which shows its progress on standard error.
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} undefined on success, otherwise why it failed
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
 * Updates the package lists, then installs: on a bare system the lists are empty; on an old image they name
 * versions that are outdated or no longer available.
 * @param {readonly string[]} packages
 * @param {(args: readonly string[]) => Promise<string | undefined>} [run]
 * @returns {Promise<string | undefined>} undefined if all are installed, otherwise why not
 */
export const installByApt = async (packages, run = runApt) => {
  const stale = await run(['update'])
  if (stale !== undefined) say(`  The package lists could not be updated: ${stale}`)
  const failure = await run(['install', '-y', '--no-install-recommends', ...packages])
  if (failure === undefined || packages.length === 1) return failure
  // One unavailable package must not block the others.
  say(`  Installing them together failed, so they are installed one by one: ${failure}`)
  /** @type {string[]} */
  const failures = []
  for (const name of packages) {
    const one = await run(['install', '-y', '--no-install-recommends', name])
    if (one !== undefined) failures.push(`${name}: ${one}`)
  }
  return failures.length === 0 ? undefined : failures.join('; ')
}
