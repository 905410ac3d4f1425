import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, throwIfStopped, startChild } from './child-process.mjs'
import { whyEndedEarly } from './electron-ending.mjs'
import { say } from './project.mjs'

/** @typedef {import('./display.mjs').Refusal} Refusal */
/** @typedef {import('./child-process.mjs').Ending} Ending */

const defaultLimitMs = 20_000
const longestLimitMs = 600_000

const looksEveryMs = 50

const graceMs = 1_500

/** Electron's children may keep its output open, so the wait for its last output is limited to this time. */
const lastWordsMs = 500

const keptCharacters = 8_000
const shownLines = 20

const browserAtOnce = 'To use the browser instead: npm start -- --host browser'

/** @returns {number} milliseconds that a window may take to appear */
const readLimit = () => {
  const given = process.env['PAYBENCH_WINDOW_LIMIT_MS'] ?? ''
  if (given === '') return defaultLimitMs
  if (/^\d{1,6}$/.test(given) && Number(given) > 0 && Number(given) <= longestLimitMs) return Number(given)
  throw new Error(
    `PAYBENCH_WINDOW_LIMIT_MS: ${given.slice(0, 40)} is not a number of milliseconds from 1 to ${longestLimitMs}`,
  )
}

/**
 * @param {string} report file in which the program records its stages, one word per line
 * @returns {'nothing' | 'loaded' | 'its own'} `its own` once a window was shown or the program ends as intended
 */
const stageIn = (report) => {
  let words = ''
  try {
    words = readFileSync(report, 'utf8')
  } catch {
    return 'its own' // removed, which asks the program to end
  }
  if (/^(shown|ended)$/m.test(words)) return 'its own'
  return /^loaded$/m.test(words) ? 'loaded' : 'nothing'
}

/**
 * Holds back what Electron prints until its source is known: output of the program is passed on, that of a
 * crashing Chromium is replaced by a sentence.
 * @param {import('node:stream').Readable | null} stream
 */
const holdBack = (stream) => {
  let kept = ''
  let isOpen = false
  stream?.setEncoding('utf8')
  stream?.on('data', (/** @type {string} */ text) => {
    if (isOpen) process.stderr.write(text)
    else kept = (kept + text).slice(-keptCharacters)
  })
  return {
    said: () => kept,
    passOn: () => {
      if (!isOpen) process.stderr.write(kept)
      isOpen = true
    },
  }
}

/**
 * @param {Ending | undefined} ending
 * @param {string} said what Electron printed; its last lines are shown, because they are the only clue
 */
const unknownCause = (ending, said) => {
  const lines = said.trim().split('\n').slice(-shownLines)
  if (said.trim() !== '') say(lines.join('\n'))
  const how = ending?.signal ?? `code ${ending?.code}`
  return {
    what: `Electron ended with ${how} before its window appeared; cause unknown, ${said.trim() === '' ? 'it printed nothing' : 'its last lines are above'}`,
    remedy: `If it is damaged, delete node_modules/electron/dist to reinstall it. ${browserAtOnce}`,
  }
}

/**
 * Opens the window and waits until the program has ended.
 * @param {string} executable
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<number | Refusal>} the program's exit code; or why Electron opened no window
 */
export const runWindow = async (executable, args, cwd) => {
  const limitMs = readLimit()
  throwIfStopped()
  const folder = mkdtempSync(join(tmpdir(), 'paybench-start-'))
  const report = join(folder, 'report')
  writeFileSync(report, '')
  const child = startChild(
    executable,
    args,
    {
      cwd,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: undefined, PAYBENCH_START_REPORT: report },
      stdio: ['inherit', 'inherit', 'pipe'],
    },
    () => rmSync(report, { force: true }),
  )
  const output = holdBack(child.stderr)
  let isLate = false
  const look = setInterval(() => {
    if (stageIn(report) !== 'its own') return
    clearInterval(look)
    clearTimeout(limit)
    output.passOn()
  }, looksEveryMs)
  const limit = setTimeout(() => {
    isLate = stageIn(report) !== 'its own'
    if (!isLate) return
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  }, limitMs)
  try {
    const { ending, error } = await endingOf(child)
    const stage = stageIn(report)
    if (stage === 'its own' && !isLate && ending !== undefined) {
      output.passOn()
      return exitCodeOf(ending)
    }
    throwIfStopped()
    if (isLate) {
      return {
        what: `no window appeared within ${limitMs / 1000} s (${stage === 'loaded' ? 'the program had started' : 'Electron had not started the program'})`,
        remedy: browserAtOnce,
      }
    }
    return whyEndedEarly({ executable, said: output.said(), error }) ?? unknownCause(ending, output.said())
  } finally {
    clearInterval(look)
    clearTimeout(limit)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {import('node:child_process').ChildProcess} child */
const endingOf = (child) =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve({ ending: undefined, error }))
    child.once('exit', (code, signal) => {
      const settle = () => {
        child.stderr?.destroy()
        resolve({ ending: { code, signal }, error: undefined })
      }
      const late = setTimeout(settle, lastWordsMs)
      child.once('close', () => {
        clearTimeout(late)
        settle()
      })
    })
  })
