import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import type { FromForeign, ToForeign } from './foreign'

/** A process or thread for untrusted data, separate from Paybench's own thread. */
export interface StartedProgram {
  send(message: ToForeign): void
  rest(): void
  end(): Promise<void>
}

export interface ProgramEvents {
  onMessage(message: FromForeign): void
  /** The program failed, or its process ended. `reason`: `memory` if it exceeded its limit, otherwise a text. */
  onEnd(reason: string): void
}

const MAX_STDERR_CHARS = 10_000
/** V8 writes this when it ends its process for lack of memory, or for one object that is too large. */
const MEMORY_DEATH = /out of memory|invalid size error/
const LAST_WORDS = /^.*(?:fatal|error|assert).*$/im

/** `memoryMib`: how much memory the program's objects may use. */
export type StartProgram = (program: URL, memoryMib: number, events: ProgramEvents) => StartedProgram

/** Starts a process, because V8 ends the whole process if an object is too large for the memory of a thread. */
export const startProcess: StartProgram = (program, memoryMib, { onMessage, onEnd }) => {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [`--max-old-space-size=${String(memoryMib)}`],
    // It needs nothing from the environment, which may hold secrets. Windows starts no process without SystemRoot.
    env: { SystemRoot: process.env['SystemRoot'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARS)
  })
  child.on('message', onMessage as (message: unknown) => void)
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      const [why] = LAST_WORDS.exec(stderr) ?? []
      const ending = `its process ended with ${signal ?? `code ${String(code)}`}${why === undefined ? '' : `: ${why}`}`
      onEnd(MEMORY_DEATH.test(stderr) ? 'memory' : ending)
      resolve()
    })
    child.on('error', (error) => {
      onEnd(error.message)
      resolve()
    })
  })
  return {
    send(message) {
      child.ref()
      child.channel?.ref()
      child.send(message, (error) => {
        if (error !== null) onEnd(error.message)
      })
    },
    rest() {
      child.unref()
      child.channel?.unref()
    },
    end() {
      // Otherwise this process could exit first, before it has set its exit code.
      child.ref()
      child.kill('SIGKILL')
      return ended
    },
  }
}

/** Starts a thread, for the desktop app: a fuse in its package forbids Node processes. */
export const startThread: StartProgram = (program, memoryMib, { onMessage, onEnd }) => {
  const worker = new Worker(program, {
    name: 'foreign',
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
  })
  worker.on('message', onMessage)
  worker.on('error', (error: Error & { readonly code?: string }) => {
    onEnd(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : error.message)
  })
  return {
    send(message) {
      worker.ref()
      worker.postMessage(message)
    },
    rest() {
      worker.unref()
    },
    async end() {
      worker.ref()
      await worker.terminate()
    },
  }
}
