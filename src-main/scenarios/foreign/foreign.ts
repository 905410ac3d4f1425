import { BenchError } from '#protocol/connection'
import type { ScenarioReading } from '#scenarios/reading/read-scenario'
import { TASKS, type Task } from './tasks'

/** Works on what strangers wrote: scenario files, matchers, pages and responses of merchants. */
export interface Foreign {
  /**
   * Does a task. An aborted `signal` ends it.
   * @throws ForeignLimit where it exceeds its budget
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output>
  /** Ends what is being done; nothing is done after it. */
  close(): Promise<void>
}

/** A task was ended because it exceeded its budget. The message is for people, with the remedy. */
export class ForeignLimit extends Error {
  override readonly name = 'ForeignLimit'
}

/** Works in this thread, without a budget, if there is no program for it. */
export const inThisThread: Foreign = {
  run: (task, input) => Promise.resolve().then(() => task.work(input)),
  close: () => Promise.resolve(),
}

/** Does a task. Where it exceeds its budget, `beyond` gets the reason and yields the result instead. */
export async function runWithin<Input, Output, Otherwise>(
  foreign: Foreign,
  task: Task<Input, Output>,
  input: Input,
  beyond: (reason: string) => Otherwise,
): Promise<Output | Otherwise> {
  try {
    return await foreign.run(task, input)
  } catch (error) {
    if (!(error instanceof ForeignLimit)) throw error
    return beyond(error.message)
  }
}

/** Reads a scenario file. One that exceeds the budget has that as its only mistake. */
export const readForeignScenario = (
  foreign: Foreign,
  text: string,
): Promise<ScenarioReading & { readonly isLimit?: true }> =>
  runWithin(foreign, TASKS.readScenario, { text }, (message) => ({
    ok: false,
    problems: [{ line: 1, column: 1, field: '', message }],
    isLimit: true,
  }))

/**
 * Writes a report for a caller of the bench.
 * @throws BenchError `wrong_state` where it exceeds the budget
 */
export const writeForeign = <Input>(
  foreign: Foreign,
  task: Task<Input, string>,
  input: Input,
): Promise<string> =>
  runWithin(foreign, task, input, (reason): never => {
    throw new BenchError('wrong_state', reason)
  })
