import { z } from 'zod'
import { FIELD_VALUE, TOKEN } from '#lib/http-message/response'
import { isWebAddress } from '#lib/web-address'
import type { ResponseRule, ResponseStep } from '#domain/response-rule/response-rule'
import { CAPTURED_KINDS } from '#domain/response-rule/captured-kind'
import { MAX_RULES, putPlace, unreadableRule } from './rule-changes'
import { projectId } from './shapes'

const MAX_STEPS = 100
const MAX_HEADERS = 50
const MAX_BODY = 1_048_576
/** Longer than any sender of the platform waits (contract 9.2), and short enough to be watched. */
export const MAX_ANSWER_DELAY_MS = 120_000

/** A text of at most `most` characters. Its error continues a sentence that begins with the name of the field. */
const text = (most: number) => z.string().max(most, `must have at most ${String(most)} characters`)

const headerName = text(200)
  .regex(TOKEN, 'must be letters, digits and hyphens')
  .refine(
    (name) => !['content-length', 'transfer-encoding', 'connection'].includes(name.toLowerCase()),
    'must not be Content-Length, Transfer-Encoding or Connection: Paybench writes them as the answer needs them',
  )
const headerValue = text(8192).regex(
  FIELD_VALUE,
  'must have no line break, control character or character outside Latin-1',
)
const DELAY_RULE = `must be 0 to ${String(MAX_ANSWER_DELAY_MS)} whole milliseconds`
const delayMs = z.int(DELAY_RULE).min(0, DELAY_RULE).max(MAX_ANSWER_DELAY_MS, DELAY_RULE)
const STATUS_RULE = 'must be a status from 200 to 599'

const answerStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reply'),
    status: z.int(STATUS_RULE).min(200, STATUS_RULE).max(599, STATUS_RULE),
    headers: z
      .array(z.tuple([headerName, headerValue]))
      .max(MAX_HEADERS, `must be at most ${String(MAX_HEADERS)} headers`),
    body: text(MAX_BODY),
    delayMs,
  }),
  z.strictObject({ kind: z.literal('silence') }),
  z.strictObject({ kind: z.literal('reset'), delayMs }),
  z.strictObject({
    kind: z.literal('forward'),
    url: text(2000).refine(isWebAddress, 'must be an absolute http or https URL'),
    appendPath: z.boolean(),
    verifyCertificate: z.boolean(),
  }),
]) satisfies z.ZodType<ResponseStep>

const answerMatch = z.strictObject({
  method: text(40)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Z-]+$/, 'must be a method in capital letters, such as POST')
    .optional(),
  path: text(2000)
    .regex(/^[/*][^\s?#]*$/, 'must begin with / or *, without a query; * stands for any characters')
    .optional(),
  kinds: z.array(z.enum(CAPTURED_KINDS)).min(1).max(CAPTURED_KINDS.length).optional(),
  projectId: projectId.optional(),
  paymentId: text(255).min(1, 'must not be empty').optional(),
})

/** How the merchant listener answers what it captures. The first enabled rule that fits decides. */
export const answerRule = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -'),
  name: text(80),
  enabled: z.boolean(),
  match: answerMatch,
  steps: z
    .array(answerStep)
    .min(1, 'must have at least one answer')
    .max(MAX_STEPS, `must have at most ${String(MAX_STEPS)} answers`),
  after: z.enum(['last', 'again', 'pass']),
  per: z.enum(['callback', 'payment', 'rule']),
}) satisfies z.ZodType<ResponseRule>

/** `evaluated` counts the requests that the rule fitted, `fired` those that it answered. */
export const answerRuleView = z.object({
  ...answerRule.shape,
  /** The rule in one sentence. */
  sentence: z.string(),
  evaluated: z.int(),
  fired: z.int(),
})
export type AnswerRuleView = z.infer<typeof answerRuleView>

export const answersView = z.object({ rules: z.array(answerRuleView), unreadable: z.array(unreadableRule) })
/** `undo` is for `answers.undo`, which takes back this one change. */
export const answersChanged = answersView.extend({ undo: z.string() })

/**
 * One rule. It replaces the rule with its id; a new one goes to `at`, by default to the first place. Where an existing rule
 * gets other answers, its counts begin at 0 again.
 */
export const answersPutParams = z.strictObject({ rule: answerRule, ...putPlace })

/** The whole list in its order. Rules that stay keep their counts. Ids must differ. */
export const answersSaveParams = z.strictObject({
  rules: z
    .array(answerRule)
    .max(MAX_RULES, `must be at most ${String(MAX_RULES)} rules`)
    .superRefine((rules, context) => {
      const seen = new Set<string>()
      for (const [index, { id }] of rules.entries()) {
        if (seen.has(id)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'id'],
            message: `must differ: "${id}" is used twice`,
          })
        }
        seen.add(id)
      }
    }),
})

/** Without an id: all rules. The answers of a rule begin again with the first one. */
export const answersResetParams = z.strictObject({ id: z.string().max(40).optional() })
