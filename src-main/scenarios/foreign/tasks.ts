import { jsonOrText } from '../../lib/json/json-or-text'
import { linkedFiles } from '../form/linked-files'
import { openingIn, type FormOpening } from '../form/opening'
import { formStateIn, type FormState } from '../form/page-state'
import { explainMiss, findMatch, type Compared, type FoundMatch, type Miss } from '../matching/candidates'
import { readScenario, type ScenarioReading } from '../reading/read-scenario'

/** Work on what strangers wrote. `what` and `remedy` are parts of the sentence that says that it was too much. */
interface Task<Input, Output> {
  readonly what: string
  readonly remedy: string
  readonly work: (input: Input) => Output
}

const task = <Input, Output>(row: Task<Input, Output>): Task<Input, Output> => row

const COMPARING = {
  what: 'Comparing what came with what is expected',
  remedy: 'Write a simpler regular expression, such as one without a repetition inside of a repetition.',
} as const

/** Everything foreign of scenarios and exams that is worked on. Inputs and outputs are plain values. */
export const TASKS = {
  readScenario: task<{ readonly text: string }, ScenarioReading>({
    what: 'Reading the scenario',
    remedy: 'Make several scenarios of it, with fewer aliases.',
    work: ({ text }) => readScenario(text),
  }),
  findMatch: task<Compared, FoundMatch | null>({ ...COMPARING, work: findMatch }),
  explainMiss: task<Compared, Miss>({ ...COMPARING, work: explainMiss }),
  readPage: task<
    { readonly page: string; readonly platform: string },
    { readonly opening: FormOpening | null; readonly linked: readonly string[] }
  >({
    what: 'Reading the page',
    remedy: 'Let the merchant respond with a smaller page.',
    work: ({ page, platform }) => ({ opening: openingIn(page, platform), linked: linkedFiles(page) }),
  }),
  readForm: task<{ readonly page: string }, FormState | null>({
    what: 'Reading the page of the form',
    remedy: 'Let the address lead to the form of the platform.',
    work: ({ page }) => formStateIn(page),
  }),
  readBody: task<{ readonly text: string }, unknown>({
    what: 'Reading the response',
    remedy: 'Let the merchant respond with less.',
    work: ({ text }) => jsonOrText(text),
  }),
} as const

export type TaskName = keyof typeof TASKS
export type InputOf<Name extends TaskName> = Parameters<(typeof TASKS)[Name]['work']>[0]
export type OutputOf<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]['work']>

/** Does a task in this thread. */
export function workOn<Name extends TaskName>(name: Name, input: InputOf<Name>): OutputOf<Name> {
  // The compiler does not see that input and output belong to the same row.
  const { work } = TASKS[name] as unknown as Task<InputOf<Name>, OutputOf<Name>>
  return work(input)
}
