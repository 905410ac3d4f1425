import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import {
  type AnyTask,
  type Foreign,
  ForeignLimit,
  type FromForeign,
  inThisThread,
  type ToForeign,
} from './foreign'
import {
  MEMORY_MIB,
  startProcess,
  startThread,
  type StartedProgram,
  type StartProgram,
} from './foreign-program'

/** Time in which the program has to begin a task, which includes its start, real milliseconds. */
const BEGIN_MS = 30_000
const SECOND_MS = 1_000

interface Job {
  readonly task: AnyTask
  readonly input: unknown
  resolve(output: unknown): void
  reject(error: Error): void
}

const startProgramOfHost = process.versions['electron'] === undefined ? startProcess : startThread

/**
 * Works in a separate program, one task after the other, and ends it with a task that exceeds its budget; the next task
 * gets a new one. It starts with the first task.
 * @param program foreign-worker.ts; without one the work is done in this thread
 * @param startProgram starts it
 */
export function createForeign(program: URL | undefined, startProgram = startProgramOfHost): Foreign {
  return program === undefined ? inThisThread : createSeparate(program, startProgram)
}

function createSeparate(program: URL, startProgram: StartProgram): Foreign {
  const waiting: Job[] = []
  let current: Job | null = null
  let worker: StartedProgram | null = null
  let deadline: NodeJS.Timeout | undefined
  let closed = false

  const limitOf = ({ task }: Job, excess: string): ForeignLimit =>
    new ForeignLimit(`${task.what} ${excess}, so it was ended. ${task.remedy}`)

  function start(): StartedProgram {
    const started = startProgram(program, {
      onMessage(message) {
        if (started === worker && current !== null) receive(current, message)
      },
      onEnd(reason) {
        if (started !== worker) return
        worker = null
        if (current === null) return
        const excess = `needed more than ${String(MEMORY_MIB)} MiB of memory`
        endCurrent(
          reason === 'memory'
            ? limitOf(current, excess)
            : new Error(`${current.task.what} failed: ${reason}`),
        )
      },
    })
    return started
  }

  function receive(job: Job, message: FromForeign): void {
    switch (message.type) {
      case 'began':
        clearTimeout(deadline)
        deadline = setTimeout(() => {
          endCurrent(limitOf(job, `took longer than ${String(LIMITS.foreignMs / SECOND_MS)} s`))
        }, LIMITS.foreignMs)
        return
      case 'done':
        settle(() => {
          job.resolve(message.output)
        })
        return
      case 'tooLarge':
        settle(() => {
          job.reject(limitOf(job, `gives more than ${String(LIMITS.foreignOutputChars)} characters`))
        })
        return
      case 'failed':
        settle(() => {
          job.reject(new Error(message.message))
        })
    }
  }

  function settle(how: () => void): void {
    clearTimeout(deadline)
    current = null
    worker?.rest()
    how()
    beginNext()
  }

  /** Ends the program together with what it is doing. */
  function endCurrent(error: Error): void {
    const job = current
    const ending = worker
    worker = null
    void ending?.end()
    settle(() => job?.reject(error))
  }

  function beginNext(): void {
    if (current !== null) return
    const job = waiting.shift()
    if (job === undefined) return
    current = job
    deadline = setTimeout(() => {
      endCurrent(
        new Error(`${job.task.what} did not begin within ${String(BEGIN_MS / SECOND_MS)} s. Try it again.`),
      )
    }, BEGIN_MS)
    try {
      worker ??= start()
      worker.send({ name: job.task.name, input: job.input } satisfies ToForeign)
    } catch (error) {
      endCurrent(new Error(`${job.task.what} could not begin: ${errorText(error)}`))
    }
  }

  const endJob = (job: Job, error: Error): void => {
    const at = waiting.indexOf(job)
    if (at >= 0) {
      waiting.splice(at, 1)
      job.reject(error)
    } else if (current === job) endCurrent(error)
  }

  return {
    run: (task, input, signal) =>
      new Promise((resolve, reject) => {
        if (closed || signal?.aborted === true) {
          reject(new Error('It was stopped before it began.'))
          return
        }
        const onAbort = (): void => {
          endJob(job, new Error('The run was stopped.'))
        }
        const job: Job = {
          task,
          input,
          resolve(output) {
            signal?.removeEventListener('abort', onAbort)
            // The program has done the task that was asked for.
            resolve(output as never)
          },
          reject(error) {
            signal?.removeEventListener('abort', onAbort)
            reject(error)
          },
        }
        signal?.addEventListener('abort', onAbort)
        waiting.push(job)
        beginNext()
      }),
    async close() {
      closed = true
      const ending = worker
      const error = new Error('The bench is closing.')
      for (const job of waiting.splice(0)) job.reject(error)
      if (current !== null) endCurrent(error)
      worker = null
      await ending?.end()
    },
  }
}
