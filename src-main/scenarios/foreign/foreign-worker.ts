import { parentPort } from 'node:worker_threads'
import { errorText } from '../../lib/error-text'
import { LIMITS } from '../../lib/limits/limit-table'
import type { FromForeign, ToForeign } from './messages'
import type { AnyTask } from './tasks'

/**
 * The thread that works on what strangers wrote, one task at a time.
 * @param tasks those that it is asked for
 */
export function runForeignWorker(tasks: readonly AnyTask[]): void {
  const port = parentPort
  if (port === null) throw new Error('This program runs in a thread of the bench')
  const send = (message: FromForeign): void => {
    port.postMessage(message)
  }
  port.on('message', ({ name, input }: ToForeign) => {
    send({ type: 'began' })
    try {
      const task = tasks.find((each) => each.name === name)
      if (task === undefined) throw new Error(`The thread has no task ${name}`)
      // The thread that asked has checked that the input belongs to the task.
      const output = task.work(input as never)
      send(isWithin(output, LIMITS.foreignOutputChars) ? { type: 'done', output } : { type: 'tooLarge' })
    } catch (error) {
      send({ type: 'failed', message: errorText(error) })
    }
  })
}

/** Characters that a value counts apart from its texts. */
const VALUE_CHARS = 8

/** Whether a value has at most so many characters, one that stands in several places counted in each: all are copied. */
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
