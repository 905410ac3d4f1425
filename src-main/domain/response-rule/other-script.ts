import type { AnswerRule } from './answer-rule'

/** Whether the steps are gone through in another way: what was counted before then says nothing about them. */
export function isOtherScript(before: AnswerRule, after: AnswerRule): boolean {
  const script = ({ steps, per, after: then }: AnswerRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}
