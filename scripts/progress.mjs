import { ended, startChild } from './child-process.mjs'
import { say } from './project.mjs'

const movesEveryMs = 1_000

/** What a tool has printed is kept up to here, for the case that it fails. */
const keptCharacters = 64_000

/**
 * Shows how far a step is, once a second: on a terminal in one line that is written over, elsewhere in a line for
 * whatever has changed.
 * @param {string} title
 * @param {() => string} read how far it is now
 * @returns {() => void} ends it; nothing else may be said before
 */
export const showProgress = (title, read) => {
  const { stderr } = process
  const started = Date.now()
  let last = ''
  const show = () => {
    const text = `${title}: ${read()}`
    const line = `${text} (${Math.round((Date.now() - started) / 1000)} s)`
    if (stderr.isTTY) stderr.write(`\r\u001B[K${line.slice(0, Math.max(stderr.columns - 1, 20))}`)
    else if (text !== last) say(line)
    last = text
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
