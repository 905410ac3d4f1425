import { ADD_CLARIFICATION } from '../../../exam/rules/clarification-rules'
import type { RuleResult } from '../../../exam/running/result'

/** Options of the command line, with their names on the page of the exam. */
const NAMES: readonly (readonly [string, string])[] = [
  [
    'Give --orders and --order-map declined=WORD.',
    'Give “An order as JSON” and “Words of a declined order”.',
  ],
  [
    ADD_CLARIFICATION,
    'Tick “The merchant answers clarifications automatically, within seconds” where it does.',
  ],
  [' with --checkout', ' under “Checkout”'],
  [' with --orders', ' under “An order as JSON”'],
]

const inWindow = (text: string): string =>
  NAMES.reduce((said, [option, field]) => said.replaceAll(option, field), text)

/** Rewrites the reasons of a result, so that they name fields of the window instead of options of the command line. */
export const inWindowWords = (result: RuleResult): RuleResult => ({
  ...result,
  reason: inWindow(result.reason),
  trials: result.trials.map((trial) => ({ ...trial, reason: inWindow(trial.reason) })),
})
