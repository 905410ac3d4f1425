import { existsSync } from 'node:fs'
import { ended, startChild } from '../child-process.mjs'
import { messageOf, say, toolEnvironment } from '../project.mjs'

/** How often a line of progress appears. */
const reportsEveryMs = 5_000

/** How long apt waits for another one that holds its lock. */
const lockWaitSeconds = 300

/** Without a line on any channel for so long, apt hangs. */
const silenceLimitMs = 5 * 60_000

/** @returns {boolean} whether packages of Debian can be installed here without asking */
export const mayUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * @param {string} line of apt's status channel: `dlstatus:1:12.5:Retrieving file 1 of 8`
 * @returns {string | undefined} for a person: `13 %, Retrieving file 1 of 8`
 */
export const progressOf = (line) => {
  const [, percent, text] = /^(?:dl|pm)status:.*?:([\d.]+):(.*)$/.exec(line) ?? []
  return percent === undefined || text === undefined ? undefined : `${Math.round(Number(percent))} %, ${text}`
}

/**
 * @param {string} output everything that apt has written
 * @returns {string} the line that explains why it failed
 */
export const reasonOf = (output) => {
  const lines = output.split('\n').map((line) => line.trim())
  return (
    lines.findLast((line) => line.startsWith('E: ')) ??
    lines.findLast((line) => line !== '') ??
    'no message'
  ).replace(/^E: /, '')
}

/**
 * Runs apt-get with a line of progress every few seconds.
 * @param {readonly string[]} args
 * @param {string} [command]
 * @returns {Promise<string | undefined>} undefined where it succeeded, else why not
 */
export const runApt = async (args, command = 'apt-get') => {
  say(`  apt-get ${args.join(' ')}`)
  const options = [
    '-o',
    `DPkg::Lock::Timeout=${lockWaitSeconds}`,
    '-o',
    'APT::Status-Fd=3',
    '-o',
    'Dpkg::Use-Pty=0',
  ]
  const child = startChild(command, [...options, ...args], {
    env: { ...toolEnvironment(), DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let progress = ''
  let shown = ''
  let lastLineAt = Date.now()
  /** @param {unknown} chunk */
  const hear = (chunk) => {
    lastLineAt = Date.now()
    output = (output + String(chunk)).slice(-20_000)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.stdio[3]?.on('data', (chunk) => {
    lastLineAt = Date.now()
    const last = String(chunk)
      .split('\n')
      .flatMap((line) => progressOf(line) ?? [])
      .at(-1)
    if (last !== undefined) progress = last
  })
  const look = setInterval(() => {
    if (progress !== shown) say(`  apt-get: ${progress}`)
    shown = progress
    if (Date.now() - lastLineAt > silenceLimitMs) child.kill('SIGKILL')
  }, reportsEveryMs)
  try {
    const { code, signal } = await ended(child)
    return code === 0
      ? undefined
      : `apt-get ended with ${signal ?? `code ${String(code)}`}: ${reasonOf(output)}`
  } catch (error) {
    return `apt-get could not be started: ${messageOf(error)}`
  } finally {
    clearInterval(look)
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
  // One package that cannot be had must not keep the others away.
  say(`  Not all at once: ${failure}`)
  /** @type {string[]} */
  const failures = []
  for (const name of packages) {
    const one = await run(['install', '-y', '--no-install-recommends', name])
    if (one !== undefined) failures.push(`${name}: ${one}`)
  }
  return failures.length === 0 ? undefined : failures.join('; ')
}
