import type { ResponseRule } from './response-rule'

/** Whether a changed rule runs through its steps differently, so that what was counted before no longer applies. */
export function isOtherScript(before: ResponseRule, after: ResponseRule): boolean {
  const script = ({ steps, per, after: then }: ResponseRule): string => JSON.stringify([steps, per, then])
  return script(before) !== script(after)
}
