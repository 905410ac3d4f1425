import type { AnswerRule } from './answer-rule'

/** Whether a changed rule runs through its steps differently, so that what was counted before no longer applies. */
export function isOtherScript(before: AnswerRule, after: AnswerRule): boolean {
  const script = ({ steps, per, after: then }: AnswerRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}
