import { spawn } from 'node:child_process'
import { parseJson } from '../../lib/json/parse'
import { isRecord } from '../../lib/json/record'
import { BenchError } from '../../protocol/bench-error'
import type { BenchAddress } from '../connection/socket'

/** A host has so long to come up, and so long to park everything and end, in milliseconds (five seconds are promised). */
const START_LIMIT_MS = 60_000
const END_LIMIT_MS = 10_000

/** So much of the newest log is kept for error messages. */
const MAX_LOG_CHARS = 64 * 1024

/** A browser host as a child process. */
export interface HostProcess {
  readonly address: BenchAddress
  /** Settles with a sentence when the process has ended, whoever ended it. */
  readonly ended: Promise<string>
  /** The end of what it has written to standard error. */
  log(): string
  /** Ends it in order: what is in flight is finished or parked. */
  stop(): Promise<void>
}

/**
 * Starts a browser host and waits until its listeners accept connections. The host ends with this process, however that ends.
 * @throws BenchError `unavailable` with its log where it ends or stays silent
 */
export async function startHost(script: string, options: readonly string[]): Promise<HostProcess> {
  const child = spawn(process.execPath, [script, ...options, '--no-open', '--ready-json'], {
    // By the channel the host learns that this process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString('utf8')).slice(-MAX_LOG_CHARS)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(`The bench could not be started: ${error.message}`)
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

  let limit: NodeJS.Timeout | undefined
  try {
    const address = await Promise.race([
      readyAddress(child.stdout),
      ended.then((sentence) => {
        throw failure(sentence)
      }),
      new Promise<never>((_, reject) => {
        limit = setTimeout(() => {
          reject(failure(`The bench was not ready within ${START_LIMIT_MS / 1000} s.`))
        }, START_LIMIT_MS)
      }),
    ])
    return { address, ended, log: () => log, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(limit)
  }
}

/** Waits for the ready line: one line of JSON on standard output. */
function readyAddress(stdout: NodeJS.ReadableStream | null): Promise<BenchAddress> {
  return new Promise((resolve, reject) => {
    let output = ''
    stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const end = output.indexOf('\n')
      if (end < 0) return
      const json = parseJson(output.slice(0, end))
      const ready = json.ok && isRecord(json.plain) ? json.plain : {}
      const { workbench, token } = ready
      if (typeof workbench === 'string' && typeof token === 'string') resolve({ url: workbench, token })
      else reject(new BenchError('internal', `The bench did not print its address: ${output.slice(0, 200)}`))
    })
  })
}
