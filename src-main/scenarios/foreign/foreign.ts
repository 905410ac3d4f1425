import { BenchError } from '#protocol/connection'
import { jsonOrText } from '#lib/json/json-or-text'
import {
  type FormOpening,
  type FormState,
  formStateIn,
  linkedFiles,
  openingIn,
} from '#scenarios/form/opening'
import {
  explainMiss,
  findMatch,
  type Compared,
  type FoundMatch,
  type Miss,
} from '#scenarios/matching/from-words'
import { readScenario, type ScenarioReading } from '#scenarios/reading/read-scenario'

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

/**
 * Work on what strangers wrote; input and output are plain values. `what` and `remedy` are parts of the sentence that
 * says that it was too much.
 */
export interface Task<Input, Output> {
  /** The program that does it finds it by this name. */
  readonly name: string
  readonly what: string
  readonly remedy: string
  readonly work: (input: Input) => Output
}

export type AnyTask = Task<never, unknown>

/** Checks the types of a task. */
export const task = <Input, Output>(row: Task<Input, Output>): Task<Input, Output> => row

const COMPARING = {
  what: 'Comparing what came with what is expected',
  remedy: 'Write a simpler regular expression, such as one without a repetition inside of a repetition.',
} as const

/** Everything foreign of scenarios that is worked on. */
export const TASKS = {
  readScenario: task<{ readonly text: string }, ScenarioReading>({
    name: 'readScenario',
    what: 'Reading the scenario',
    remedy: 'Make several scenarios of it, with fewer aliases.',
    work: ({ text }) => readScenario(text),
  }),
  findMatch: task<Compared, FoundMatch | null>({ ...COMPARING, name: 'findMatch', work: findMatch }),
  explainMiss: task<Compared, Miss>({ ...COMPARING, name: 'explainMiss', work: explainMiss }),
  readPage: task<
    { readonly page: string; readonly platform: string },
    { readonly opening: FormOpening | null; readonly linked: readonly string[] }
  >({
    name: 'readPage',
    what: 'Reading the page',
    remedy: 'Let the merchant respond with a smaller page.',
    work: ({ page, platform }) => ({ opening: openingIn(page, platform), linked: linkedFiles(page) }),
  }),
  readForm: task<{ readonly page: string }, FormState | null>({
    name: 'readForm',
    what: 'Reading the page of the form',
    remedy: 'Let the address lead to the form of the platform.',
    work: ({ page }) => formStateIn(page),
  }),
  readBody: task<{ readonly text: string }, unknown>({
    name: 'readBody',
    what: 'Reading the response',
    remedy: 'Let the merchant respond with less.',
    work: ({ text }) => jsonOrText(text),
  }),
} as const

export interface ToForeign {
  readonly name: string
  readonly input: unknown
}

export type FromForeign =
  /** Its time begins. */
  | { readonly type: 'began' }
  | { readonly type: 'done'; readonly output: unknown }
  | { readonly type: 'tooLarge' }
  | { readonly type: 'failed'; readonly message: string }
