import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ended, startChild } from '../child-process.mjs'
import { projectRoot } from '../project.mjs'

/**
 * @typedef {{workbench: string, token: string, platform: string, merchant: string,
 *   project: {id: number, secret: string, callbackUrl: string | null}}} Ready
 * @typedef {(method: string, params?: object) => Promise<any>} Api
 * @typedef {{ready: Ready, api: Api, startMs: number, loopDelay: () => Promise<LoopDelay>,
 *   stop: () => Promise<void>}} Host `loopDelay`: measured since the previous call
 * @typedef {{p999: number, longest: number}} LoopDelay how long the event loop was blocked, in milliseconds
 */

const startLimitMs = 60_000
const stopLimitMs = 30_000
const indexingLimitMs = 1_800_000
const ports = ['workbench', 'platform', 'platform-tls', 'merchant', 'merchant-tls']

/**
 * Starts one of our programs in a separate process, and resolves once it has printed its first line.
 * @param {readonly string[]} args
 * @returns {Promise<{line: string, pid: number, startMs: number, stop: () => Promise<void>}>} `startMs`: from the start of the
 *   process to the line
 */
export const startProgram = async (args) => {
  const program = args.find((arg) => /\.m?js$/.test(arg)) ?? process.execPath
  const started = performance.now()
  const child = startChild(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr?.on('data', (chunk) => (log = (log + String(chunk)).slice(-8000)))
  const end = ended(child)
  if (child.stdout === null) throw new Error(`${program} has no standard output`)
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    const { signal } = await end
    clearTimeout(limit)
    if (signal === 'SIGKILL') throw new Error(`${program} did not end when it was asked to`)
  }
  const silence = delay(startLimitMs, undefined, { ref: false })
  const line = await Promise.race([firstLine, silence, end.then(() => undefined)])
  if (line === undefined) {
    await stop()
    throw new Error(`${program} did not start. Its log:\n${log}`)
  }
  return { line, pid: child.pid ?? 0, startMs: performance.now() - started, stop }
}

/**
 * Starts the browser host of the build on any free ports.
 * @param {string} directory its data folder
 */
export const startHost = async (directory) => {
  const report = `${directory}.loop-delay.json`
  const loopDelayUrl = pathToFileURL(join(import.meta.dirname, 'loop-delay.mjs'))
  loopDelayUrl.searchParams.set('report', report)
  const { line, pid, startMs, stop } = await startProgram([
    ...['--import', loopDelayUrl.href],
    join(projectRoot, 'out/main/host.js'),
    ...['--data-dir', directory, '--no-open', '--ready-json'],
    ...ports.flatMap((name) => [`--${name}-port`, '0']),
  ])
  /** @type {Ready} */
  const ready = JSON.parse(line)
  const loopDelay = async () => {
    rmSync(report, { force: true })
    process.kill(pid, 'SIGUSR2')
    await until('The bench reports the delay of its event loop', async () => existsSync(report))
    return /** @type {LoopDelay} */ (JSON.parse(readFileSync(report, 'utf8')))
  }
  return { ready, api: automationApi(ready), startMs, loopDelay, stop }
}

/**
 * @param {Ready} ready
 * @returns {Api} calls a method of the automation API; rejects with its error
 */
const automationApi =
  ({ workbench, token }) =>
  async (method, params = {}) => {
    const response = await fetch(`${workbench}/api/v1/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    const result = /** @type {any} */ (await response.json())
    if (result.error !== undefined)
      throw new Error(`${method}: ${result.error.code}: ${result.error.message}`)
    return result.result
  }

/**
 * Waits until lists and search are complete. A folder that was just filled has no index: the host builds it
 * after its start, with the texts of messages last.
 * @param {Api} api
 */
export const untilIndexed = (api) =>
  until(
    'The index is complete',
    async () => {
      const { behind, rebuilding, texts } = (await api('bench.info')).storage.index
      return behind === 0 && rebuilding === null && texts === null
    },
    indexingLimitMs,
  )

/**
 * Waits until a condition holds; checks it at short intervals.
 * @param {string} what the condition as a sentence, for the error message
 * @param {() => Promise<boolean>} holds
 * @param {number} [limitMs]
 */
export const until = async (what, holds, limitMs = 300_000) => {
  const giveUpAt = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > giveUpAt)
      throw new Error(`${what}: this did not happen within ${limitMs / 1000} s`)
    await delay(25)
  }
}
