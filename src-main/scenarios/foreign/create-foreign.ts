import { BenchError } from '#protocol/connection'
import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import { type Foreign, ForeignLimit, inThisThread, type Task } from './foreign'
import { type ProgramEvents, startProcess, startThread, type StartedProgram } from './foreign-program'

/** Wall-clock milliseconds within which the program must begin a task, including its own start. */
const BEGIN_MS = 30_000
const SECOND_MS = 1_000
const MIB = 1024 * 1024

const startProgramOfHost = process.versions['electron'] === undefined ? startProcess : startThread

/** Runs tasks one by one in a separate program, restarted if it was killed; without `program`, in this thread. */
export function createForeign(
  program: URL | undefined,
  startProgram = startProgramOfHost,
  memoryBytes = LIMITS.foreignMemoryBytes,
): Foreign {
  if (program === undefined) return inThisThread
  const closing = new AbortController()
  let worker: StartedProgram | null = null
  let current: ProgramEvents | null = null
  const memoryMib = memoryBytes / MIB
  /** Settles once the program that was ended last has gone. */
  let ended = Promise.resolve()
  /** Settles once the last requested task has ended; the next task then begins. */
  let last: Promise<unknown> = Promise.resolve()

  const start = (): StartedProgram => {
    const started = startProgram(program, memoryMib, {
      onMessage(message) {
        if (started === worker) current?.onMessage(message)
      },
      onEnd(reason) {
        if (started !== worker) return
        worker = null
        current?.onEnd(reason)
      },
    })
    return started
  }

  const stopError = (): Error =>
    closing.signal.aborted
      ? new BenchError('unavailable', 'Paybench is closing.')
      : new Error('The run was stopped.')

  const runNow = <Input, Output, Progress>(
    { name, what, remedy, ms = LIMITS.foreignMs }: Task<Input, Output | Promise<Output>, Progress>,
    input: Input,
    signal: AbortSignal | undefined,
    onProgress: ((progress: Progress) => void) | undefined,
  ): Promise<Output> =>
    new Promise((resolve, reject) => {
      const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])])
      if (stop.aborted) {
        reject(stopError())
        return
      }
      const settle = (): void => {
        clearTimeout(deadline)
        stop.removeEventListener('abort', onAbort)
        current = null
        worker?.rest()
      }
      const fail = (error: Error): void => {
        settle()
        reject(error)
      }
      const end = (error: Error): void => {
        ended = worker?.end() ?? ended
        worker = null
        fail(error)
      }
      const limit = (excess: string): ForeignLimit =>
        new ForeignLimit(`${what} ${excess} and was abandoned. ${remedy}`)
      const onAbort = (): void => end(stopError())
      stop.addEventListener('abort', onAbort)
      let deadline = setTimeout(() => {
        end(new Error(`${what} did not begin within ${String(BEGIN_MS / SECOND_MS)} s. Try again.`))
      }, BEGIN_MS)
      current = {
        onMessage(message) {
          if (message.type === 'began' || message.type === 'progress') {
            clearTimeout(deadline)
            deadline = setTimeout(() => {
              end(limit(`took longer than ${String(ms / SECOND_MS)} s`))
            }, ms)
            if (message.type === 'progress') onProgress?.(message.progress as Progress)
          } else if (message.type === 'tooLarge')
            fail(limit(`produced more than ${String(LIMITS.foreignOutputChars)} characters`))
          else if (message.type === 'failed') fail(new Error(message.message))
          else {
            settle()
            resolve(message.output as Output)
          }
        },
        onEnd(reason) {
          const excess = `needed more than ${String(memoryMib)} MiB of memory`
          fail(reason === 'memory' ? limit(excess) : new Error(`${what} failed: ${reason}`))
        },
      }
      try {
        worker ??= start()
        worker.send({ name, input })
      } catch (error) {
        end(new Error(`${what} could not begin: ${errorText(error)}`))
      }
    })

  return {
    run(task, input, signal, onProgress) {
      const mine = last.then(() => runNow(task, input, signal, onProgress))
      last = mine.catch(() => undefined)
      return mine
    },
    another: (bytes) => createForeign(program, startProgram, bytes),
    async close() {
      const idle = worker
      closing.abort()
      worker = null
      await Promise.all([idle?.end(), ended])
    },
  }
}
