import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseJson } from '#lib/json/parse'
import { isRecord } from '#lib/json/node'
import { BenchError } from '#protocol/connection'
import type { BenchAddress } from '#client/connection/socket'

const START_LIMIT_MS = 60_000
/** A host normally exits within five seconds. */
const END_LIMIT_MS = 10_000

const MAX_LOG_CHARS = 64 * 1024

const MAX_READY_CHARS = 64 * 1024

/**
 * Starts a browser host and waits until its listeners accept connections. The host ends when this process does.
 * @throws BenchError `unavailable` with the log if the host ends early or is not ready in time, `internal` if its
 * ready line cannot be read
 */
export async function startHost(script: string, options: readonly string[]) {
  const child = spawn(process.execPath, [script, ...options, '--no-open', '--ready-json'], {
    // When this process ends, its IPC channel closes, and the host ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('utf8')).slice(-MAX_LOG_CHARS)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => {
      resolve(`The bench could not be started: ${message}`)
    })
    child.once('close', (code, signal) => {
      resolve(`The bench has ended with ${code === null ? String(signal) : `code ${code}`}.`)
    })
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
    await ended
    clearTimeout(late)
  }
  const failure = (sentence: string): BenchError =>
    new BenchError('unavailable', log === '' ? sentence : `${sentence} Its log:\n${log.trimEnd()}`)

  const endedEarly = ended.then((sentence) => {
    throw failure(sentence)
  })
  const late = pause(START_LIMIT_MS, null, { ref: false }).then(() => {
    throw failure(`The bench was not ready within ${START_LIMIT_MS / 1000} s.`)
  })
  try {
    const address = await Promise.race([readyAddress(child.stdout), endedEarly, late])
    return {
      address,
      /** Settles with a sentence when the process ends for any reason. */
      ended,
      log: (): string => log,
      /** Asks the host to end, and kills it after {@link END_LIMIT_MS}. */
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Reads the address from the ready line, one line of JSON on standard output. Discards everything after it, so
 * that the host never waits for a reader.
 * @throws BenchError `internal` if the line has no address or exceeds {@link MAX_READY_CHARS}
 */
export function readyAddress(stdout: NodeJS.ReadableStream | null): Promise<BenchAddress> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      const end = output.indexOf('\n')
      if (end < 0 && output.length <= MAX_READY_CHARS) return
      stdout?.off('data', read)
      stdout?.resume()
      const json = parseJson(output.slice(0, Math.max(0, end)))
      const ready = json.ok && isRecord(json.plain) ? json.plain : {}
      const { workbench, token } = ready
      if (typeof workbench === 'string' && typeof token === 'string') resolve({ url: workbench, token })
      else reject(new BenchError('internal', `The bench did not print its address: ${output.slice(0, 200)}`))
    }
    stdout?.on('data', read)
  })
}
