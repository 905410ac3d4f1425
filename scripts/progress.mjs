import { ended, startChild } from './child-process.mjs'
import { say } from './project.mjs'

const movesEveryMs = 1_000

/** If lines cannot be overwritten, an unchanged line is repeated with its new time this often. */
const unchangedMs = 4_900

const keptCharacters = 64_000

/**
 * Shows the progress of a step: on a terminal, one line that is overwritten once a second; elsewhere, a
 * new line for each change, or every few seconds if nothing changes.
 * @param {string} step begins the line
 * @param {() => string} read the current progress
 * @returns {() => void} ends the display; call it before printing anything else
 */
export const showProgress = (step, read) => {
  const { stderr } = process
  const started = Date.now()
  let shown = { text: '', at: 0 }
  const show = () => {
    const text = `${step}${read()}`
    const at = Date.now()
    const line = `${text} (${Math.round((at - started) / 1000)} s)`
    if (stderr.isTTY) stderr.write(`\r\u001B[K${line.slice(0, (stderr.columns || 80) - 1)}`)
    else if (text === shown.text && at - shown.at < unchangedMs) return
    else say(line)
    shown = { text, at }
  }
  show()
  const timer = setInterval(show, movesEveryMs)
  return () => {
    clearInterval(timer)
    if (stderr.isTTY) stderr.write('\r\u001B[K')
  }
}

/**
 * Runs a tool that prepares the program. Its output is shown only in the error if it fails: its warnings are
 * for developers of the project, not for users.
 * @param {string} name of the tool, for that error
 * @param {readonly [string, ...string[]]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => boolean} [isProgress] whether a line only shows progress; such lines are dropped
 */
export const runQuietly = async (name, [command, ...args], options, isProgress = () => false) => {
  const child = startChild(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    /** @param {string} line */
    const keep = (line) => {
      if (!isProgress(line)) said = `${said}${line}\n`.slice(-keptCharacters)
    }
    stream?.setEncoding('utf8')
    stream?.on('data', (/** @type {string} */ chunk) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = (lines.pop() ?? '').slice(-keptCharacters)
      lines.forEach(keep)
    })
    stream?.on('end', () => keep(rest))
  }
  const { code, signal } = await ended(child)
  if (code !== 0)
    throw new Error(`${name} ended with ${signal ?? `code ${code}`}. It printed:\n${said.trim()}`)
}
