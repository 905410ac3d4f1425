import { BenchError } from '#protocol/connection'
import { jsonOrText } from '#lib/json/json-or-text'
import { formStateIn, linkedFiles, openingIn } from '#scenarios/form/opening'
import { explainMiss, findMatch } from '#scenarios/matching/from-words'
import { readScenario, type ScenarioReading } from '#scenarios/reading/read-scenario'

/** Runs tasks on untrusted data: scenario files, matchers, pages and responses of merchants, session files. */
export interface Foreign {
  /**
   * An aborted `signal` ends the task. `onProgress` gets what the task reports.
   * @throws ForeignLimit if it exceeds its budget
   */
  run<Input, Output, Progress>(
    task: Task<Input, Output | Promise<Output>, Progress>,
    input: Input,
    signal?: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Output>
  /** Runs long tasks in another program, so that no other task waits for them. The caller closes it. */
  another(memoryBytes: number): Foreign
  close(): Promise<void>
}

/** A task exceeded its budget. The message is for people, with the remedy. */
export class ForeignLimit extends Error {
  override readonly name = 'ForeignLimit'
}

/** Used without a separate program: runs tasks in this thread, without a budget. Only a report can end a task early. */
export const inThisThread: Foreign = {
  async run(task, input, signal, onProgress) {
    await Promise.resolve()
    return await task.work(input, (progress) => {
      signal?.throwIfAborted()
      onProgress?.(progress)
    })
  },
  another: () => inThisThread,
  close: () => Promise.resolve(),
}

/** Runs a task. If it exceeds its budget, the result is what `onExcess` returns for the reason. */
export async function runWithin<Input, Output, Otherwise>(
  foreign: Foreign,
  task: Task<Input, Output>,
  input: Input,
  onExcess: (reason: string) => Otherwise,
): Promise<Output | Otherwise> {
  try {
    return await foreign.run(task, input)
  } catch (error) {
    if (!(error instanceof ForeignLimit)) throw error
    return onExcess(error.message)
  }
}

/** Reads a scenario file. If it exceeds the budget, that is the only reported mistake. */
export const readForeignScenario = (
  foreign: Foreign,
  text: string,
): Promise<ScenarioReading & { readonly isLimit?: true }> =>
  runWithin(foreign, TASKS.readScenario, { text }, (message) => ({
    ok: false,
    problems: [{ line: 1, column: 1, field: '', message }],
    isLimit: true,
  }))

/** @throws BenchError `wrong_state` if the report exceeds the budget */
export const writeForeign = <Input>(
  foreign: Foreign,
  task: Task<Input, string>,
  input: Input,
): Promise<string> =>
  runWithin(foreign, task, input, (reason): never => {
    throw new BenchError('wrong_state', reason)
  })

/** Work on untrusted plain values. `what` and `remedy` are parts of the sentence for an exceeded budget. */
export interface Task<Input, Output, Progress = never> {
  readonly name: string
  readonly what: string
  readonly remedy: string
  /** Real milliseconds within which it must end or report progress; by default the limit `foreignMs`. */
  readonly ms?: number
  readonly work: (input: Input, report: (progress: Progress) => void) => Output
}

export type AnyTask = Task<never, unknown, unknown>

/** Checks the types of a task. */
export const task = <Input, Output>(row: Task<Input, Output>): Task<Input, Output> => row

const COMPARING = {
  what: 'Comparing what was received with what was expected',
  remedy: 'Write a simpler regular expression, such as one without a repetition inside another.',
} as const

export const TASKS = {
  readScenario: task({
    name: 'readScenario',
    what: 'Reading the scenario',
    remedy: 'Split it into several scenarios, with fewer aliases.',
    work: ({ text }: { readonly text: string }) => readScenario(text),
  }),
  findMatch: task({ ...COMPARING, name: 'findMatch', work: findMatch }),
  explainMiss: task({ ...COMPARING, name: 'explainMiss', work: explainMiss }),
  readPage: task({
    name: 'readPage',
    what: 'Reading the page',
    remedy: 'Make the merchant respond with a smaller page.',
    work: ({ page, platform }: { readonly page: string; readonly platform: string }) => ({
      opening: openingIn(page, platform),
      linked: linkedFiles(page),
    }),
  }),
  readForm: task({
    name: 'readForm',
    what: 'Reading the page of the form',
    remedy: 'Make the address lead to the form of the platform.',
    work: ({ page }: { readonly page: string }) => formStateIn(page),
  }),
  readBody: task({
    name: 'readBody',
    what: 'Reading the response',
    remedy: 'Make the merchant respond with less data.',
    work: ({ text }: { readonly text: string }) => jsonOrText(text),
  }),
} as const

export interface ToForeign {
  readonly name: string
  readonly input: unknown
}

export type FromForeign =
  | { readonly type: 'began' }
  | { readonly type: 'progress'; readonly progress: unknown }
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'failed'; readonly message: string }
