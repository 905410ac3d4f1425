import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{code: number | null, signal: NodeJS.Signals | null}} Ending */

/** @type {Map<ChildProcess, (signal: NodeJS.Signals) => void>} the children, and how each is asked to end */
const running = new Map()

/** @type {NodeJS.Signals | undefined} */
let stopSignal

/** Throws after a signal to stop: the next step must not start. */
export const throwIfStopped = () => {
  if (stopSignal !== undefined) throw new Error(`stopped by ${stopSignal}`)
}

/**
 * Starts a child in our own process group and remembers it, so that a signal to us reaches it too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {() => void} [askToEnd] asks it to end on Windows, where a signal would kill it immediately; if
 *   absent, the child receives Ctrl+C itself, because it shares the terminal
 */
export const startChild = (command, args, options, askToEnd) => {
  const child = spawn(command, args, options)
  running.set(child, (signal) => {
    if (process.platform !== 'win32') child.kill(signal)
    else if (askToEnd !== undefined) askToEnd()
    else if (signal !== 'SIGINT') child.kill(signal)
  })
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<Ending>} once it has ended and its output is read; rejects if it could not be started
 */
export const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code, signal })
    })
  })

/**
 * @param {Ending} ending
 * @returns {number} the exit code that a shell would report
 */
export const exitCodeOf = ({ code, signal }) =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])

const parentLookMs = 250

/**
 * Passes SIGTERM, SIGINT and SIGHUP to the running children; if there are none, this process exits.
 * A terminal sends Ctrl+C to the process group, so children may receive a signal twice. npm ends on SIGTERM
 * without notifying us: the only sign is that our parent process has changed.
 */
export const passSignalsOn = () => {
  /** @param {'SIGTERM' | 'SIGINT' | 'SIGHUP'} signal */
  const stop = (signal) => {
    stopSignal = signal
    if (running.size === 0) process.exit(128 + constants.signals[signal])
    for (const askToEnd of running.values()) askToEnd(signal)
  }
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => stop(signal))
  }
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    stop('SIGTERM')
  }, parentLookMs)
  look.unref()
}
