import { jsonOrText } from '#lib/json/json-or-text'
import { linkedFiles } from '#scenarios/form/linked-files'
import { openingIn, type FormOpening } from '#scenarios/form/opening'
import { formStateIn, type FormState } from '#scenarios/form/page-state'
import {
  explainMiss,
  findMatch,
  type Compared,
  type FoundMatch,
  type Miss,
} from '#scenarios/matching/candidates'
import { readScenario, type ScenarioReading } from '#scenarios/reading/read-scenario'

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

/** A task of any input and output. */
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
