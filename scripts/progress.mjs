import { ended, startChild } from './child-process.mjs'
import { say } from './project.mjs'

const movesEveryMs = 1_000

/** Where lines cannot be replaced, one that reports only passing time is written this often. */
const unchangedMs = 4_900

const keptCharacters = 64_000

/**
 * Shows how far a step is, once a second: on a terminal in one line that is written over, elsewhere in a line for what
 * has changed, and for the time that passes where nothing has.
 * @param {string} step begins the line
 * @param {() => string} read how far it is now
 * @returns {() => void} ends it; nothing else may be said before
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
 * Runs a tool that makes the program ready. What it prints is part of the error where it fails, and is otherwise not
 * shown: its warnings are for those who change the project, not for those who start it.
 * @param {string} name of the tool, for that error
 * @param {readonly [string, ...string[]]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => boolean} [isProgress] takes a line that shows progress alone
 * @returns {Promise<void>}
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
