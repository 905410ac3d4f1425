import { BenchError } from '#protocol/connection'
import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import { type Foreign, ForeignLimit, inThisThread, type Task } from './foreign'
import {
  MEMORY_MIB,
  type ProgramEvents,
  startProcess,
  startThread,
  type StartedProgram,
} from './foreign-program'

/** Wall-clock milliseconds within which the program must begin a task, including its own start. */
const BEGIN_MS = 30_000
const SECOND_MS = 1_000

const startProgramOfHost = process.versions['electron'] === undefined ? startProcess : startThread

/** Runs tasks one by one in a separate program, restarted if it was killed; without `program`, in this thread. */
export function createForeign(program: URL | undefined, startProgram = startProgramOfHost): Foreign {
  if (program === undefined) return inThisThread
  const closing = new AbortController()
  let worker: StartedProgram | null = null
  let current: ProgramEvents | null = null
  /** Settles once the last requested task has ended; the next task then begins. */
  let last: Promise<unknown> = Promise.resolve()

  const start = (): StartedProgram => {
    const started = startProgram(program, {
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

  const runNow = <Input, Output>(
    { name, what, remedy }: Task<Input, Output>,
    input: Input,
    signal: AbortSignal | undefined,
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
        const ending = worker
        worker = null
        void ending?.end()
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
          if (message.type === 'began') {
            clearTimeout(deadline)
            deadline = setTimeout(() => {
              end(limit(`took longer than ${String(LIMITS.foreignMs / SECOND_MS)} s`))
            }, LIMITS.foreignMs)
          } else if (message.type === 'tooLarge')
            fail(limit(`produced more than ${String(LIMITS.foreignOutputChars)} characters`))
          else if (message.type === 'failed') fail(new Error(message.message))
          else {
            settle()
            resolve(message.output as Output)
          }
        },
        onEnd(reason) {
          const excess = `needed more than ${String(MEMORY_MIB)} MiB of memory`
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
    run(task, input, signal) {
      const mine = last.then(() => runNow(task, input, signal))
      last = mine.catch(() => undefined)
      return mine
    },
    async close() {
      const ending = worker
      closing.abort()
      worker = null
      await ending?.end()
    },
  }
}
