import { Script } from 'node:vm'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { errorText } from '#lib/error-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { AnyTask, FromForeign, ToForeign } from './foreign'

/**
 * Milliseconds of uninterrupted work after which a task in a separate process is ended, in case the program that
 * requested it died.
 */
const ORPHAN_MS = 2 * LIMITS.foreignMs

interface Requester {
  send(message: FromForeign): void
  onMessage(receive: (message: ToForeign) => void): void
  run<Result>(work: () => Result): Result
}

const requesterOfThread = (port: MessagePort): Requester => ({
  send(message) {
    port.postMessage(message)
  },
  onMessage: (receive) => void port.on('message', receive),
  run: (work) => work(),
})

function requesterOfProcess(): Requester {
  // A terminal sends Ctrl+C to the whole process group. Ignore it: the requesting process ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => {
    process.exit()
  })
  const script = new Script('foreignWork()')
  return {
    send: (message) => void process.send?.(message),
    onMessage: (receive) => void process.on('message', receive),
    run(work) {
      Object.assign(globalThis, { foreignWork: work })
      return script.runInThisContext({ timeout: ORPHAN_MS }) as ReturnType<typeof work>
    },
  }
}

/** Runs tasks on untrusted data. The requesting program sends the next one only after the last has ended. */
export function runForeignWorker(tasks: readonly AnyTask[]): void {
  const { send, onMessage, run } = parentPort === null ? requesterOfProcess() : requesterOfThread(parentPort)
  const work = async ({ name, input }: ToForeign): Promise<void> => {
    send({ type: 'began' })
    try {
      const task = tasks.find((each) => each.name === name)
      if (task === undefined) throw new Error(`The program has no task ${name}`)
      const report = (progress: unknown): void => send({ type: 'progress', progress })
      // The requesting program has checked that the input belongs to the task.
      const output = await run(() => task.work(input as never, report))
      send(isWithin(output, LIMITS.foreignOutputChars) ? { type: 'done', output } : { type: 'tooLarge' })
    } catch (error) {
      send({ type: 'failed', message: errorText(error) })
    }
  }
  onMessage((message) => void work(message))
}

const VALUE_CHARS = 8

/** Whether a value is small enough to send, roughly in characters; a shared value counts at each occurrence. */
function isWithin(value: unknown, limit: number): boolean {
  let left = limit
  const rest: unknown[] = [value]
  while (rest.length > 0 && left >= 0) {
    const item = rest.pop()
    left -= VALUE_CHARS
    if (typeof item === 'string') left -= item.length
    else if (Array.isArray(item)) for (const inner of item) rest.push(inner)
    else if (typeof item === 'object' && item !== null)
      for (const [key, inner] of Object.entries(item)) {
        left -= key.length
        rest.push(inner)
      }
  }
  return left >= 0
}
