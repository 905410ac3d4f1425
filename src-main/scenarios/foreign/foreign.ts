import { errorText } from '../../lib/error-text'
import type { ScenarioReading } from '../reading/read-scenario'
import { workOn, type InputOf, type OutputOf, type TaskName } from './tasks'

/** Works on what strangers wrote: scenario files, matchers, pages and responses of merchants. */
export interface Foreign {
  /**
   * Does a task. An aborted `signal` ends it.
   * @throws ForeignLimit where it exceeds its budget
   */
  run<Name extends TaskName>(name: Name, input: InputOf<Name>, signal?: AbortSignal): Promise<OutputOf<Name>>
  /** Ends what is being done; nothing is done after it. */
  close(): Promise<void>
}

/** A task was ended because it exceeded its budget. The message is for people, with the remedy. */
export class ForeignLimit extends Error {
  override readonly name = 'ForeignLimit'
}

/** Works in this thread, without a budget, where no program of a thread is given. */
export const inThisThread: Foreign = {
  run: (name, input) => Promise.resolve().then(() => workOn(name, input)),
  close: () => Promise.resolve(),
}

/** Reads a scenario file. One that exceeds the budget has that as its only mistake. */
export async function readForeignScenario(
  foreign: Foreign,
  text: string,
): Promise<ScenarioReading & { readonly isLimit?: true }> {
  try {
    return await foreign.run('readScenario', { text })
  } catch (error) {
    if (!(error instanceof ForeignLimit)) throw error
    return {
      ok: false,
      problems: [{ line: 1, column: 1, field: '', message: errorText(error) }],
      isLimit: true,
    }
  }
}
