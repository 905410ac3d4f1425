import { z } from 'zod'
import { faultRule } from '#domain/fault/rule'
import { responseRule } from '#domain/response-rule/response-rule'

export const MAX_RULES = 200

const ruleId = z.string().min(1).max(40)

/** `at`: position from 0; default: an existing rule stays in place. `replaces`: rules that the same change removes. */
export const putPlace = {
  at: z.int().min(0).max(MAX_RULES).optional(),
  replaces: z.array(ruleId).min(1).max(MAX_RULES).optional(),
}

export const ruleIdParams = z.strictObject({ id: ruleId })

/** Moves the rule down by `by` positions, or up if `by` is negative; only rules in `among`, if given, are counted. */
export const ruleMoveParams = z.strictObject({
  id: ruleId,
  by: z.int().min(-MAX_RULES).max(MAX_RULES),
  among: z.array(ruleId).min(1).max(MAX_RULES).optional(),
})

/** Without `ids`: every rule. */
export const ruleSwitchParams = z.strictObject({
  ids: z.array(ruleId).min(1).max(MAX_RULES).optional(),
  enabled: z.boolean(),
})

/** `undo`: as returned by the change to revert. */
export const ruleUndoParams = z.strictObject({ undo: z.string().min(1).max(100) })

function listOf<Rule extends z.ZodType<{ readonly id: string }>>(rule: Rule) {
  return z
    .array(rule)
    .max(MAX_RULES)
    .superRefine((rules, context) => {
      const ids = rules.map(({ id }) => id)
      for (const [index, id] of ids.entries()) {
        if (ids.indexOf(id) === index) continue
        const message = `The id "${id}" is used twice. Give every rule its own.`
        context.addIssue({ code: 'custom', path: [index, 'id'], message })
      }
    })
}

/** `evaluated`: messages or attempts that matched the rule while it was on; `fired`: those on which it acted. */
export const faultRuleView = z.object({
  ...faultRule.shape,
  sentence: z.string(),
  /** When it acts: once for a message, with every attempt, or on the wire of every attempt. */
  stage: z.enum(['message', 'attempt', 'wire']),
  evaluated: z.int(),
  fired: z.int(),
})
export type FaultRuleView = z.infer<typeof faultRuleView>

export const faultsView = z.object({ rules: z.array(faultRuleView) })
/** `undo` is for `faults.undo`, which reverts this one change. */
export const faultsChanged = faultsView.extend({ undo: z.string() })

/** Replaces the rule with the same id and keeps its counts; a new rule goes to `at`, by default last. */
export const faultsPutParams = z.strictObject({ rule: faultRule, ...putPlace })

/** All rules, in order. Rules that remain keep their counts. Ids must be unique. */
export const faultsSaveParams = z.strictObject({ rules: listOf(faultRule) })

/**
 * Resets a rule; without `id`, all rules. `first` counts its firings from 0 again, `chance` restarts its sequence,
 * and a response rule starts again with its first response.
 */
export const ruleResetParams = z.strictObject({ id: z.string().max(40).optional() })

export const retargetParams = z.strictObject({
  id: z.string().min(1).max(100),
  /** Absolute http or https URL. */
  target: z.string().max(2000),
})

/** `evaluated` counts the requests that matched the rule, `fired` those for which it set the response. */
export const answerRuleView = z.object({
  ...responseRule.shape,
  sentence: z.string(),
  evaluated: z.int(),
  fired: z.int(),
})
export type AnswerRuleView = z.infer<typeof answerRuleView>

export const answersView = z.object({ rules: z.array(answerRuleView) })
/** `undo` is for `answers.undo`, which reverts this one change. */
export const answersChanged = answersView.extend({ undo: z.string() })

/**
 * Replaces the rule with the same id; a new rule goes to `at`, by default first. If the responses
 * of an existing rule change, its counts start at 0 again.
 */
export const answersPutParams = z.strictObject({ rule: responseRule, ...putPlace })

/** Replaces all rules, as `faults.save` does. */
export const answersSaveParams = z.strictObject({ rules: listOf(responseRule) })
