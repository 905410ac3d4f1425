import { z } from 'zod'
import type { AnswerRule, AnswerStep } from '../core/answer/answer-rule'
import { CAPTURED_KINDS } from '../core/answer/captured-kind'
import { projectId } from './projects'

const MOST_RULES = 200
const MOST_STEPS = 100
const MOST_HEADERS = 50
const LONGEST_BODY = 1_048_576
/** Longer than any sender of the platform waits (contract 9.2), and short enough to be watched. */
export const LONGEST_ANSWER_DELAY_MS = 120_000

const headerName = z
  .string()
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be letters, digits and hyphens')
  .refine(
    (name) => !['content-length', 'transfer-encoding', 'connection'].includes(name.toLowerCase()),
    'must not be Content-Length, Transfer-Encoding or Connection: Paybench writes them as the answer needs them',
  )
const headerValue = z
  .string()
  .max(8192)
  // Any byte but control characters; a tab is allowed.
  .regex(
    /^[\t\x20-\x7e\x80-\xff]*$/,
    'must have no line break, control character or character outside latin1',
  )
const delayMs = z.int().min(0).max(LONGEST_ANSWER_DELAY_MS)

export const answerStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reply'),
    status: z.int().min(200).max(599),
    headers: z.array(z.tuple([headerName, headerValue])).max(MOST_HEADERS),
    body: z.string().max(LONGEST_BODY),
    delayMs,
  }),
  z.strictObject({ kind: z.literal('silence') }),
  z.strictObject({ kind: z.literal('reset'), delayMs }),
  z.strictObject({
    kind: z.literal('forward'),
    url: z
      .string()
      .max(2000)
      .regex(/^https?:\/\/[^\s/]+/i, 'must be an absolute http or https URL'),
    appendPath: z.boolean(),
    verifyCertificate: z.boolean(),
  }),
]) satisfies z.ZodType<AnswerStep>

export const answerMatch = z.strictObject({
  method: z
    .string()
    .max(40)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Z-]+$/, 'must be a method in capital letters, such as POST')
    .optional(),
  path: z
    .string()
    .max(2000)
    .regex(/^[/*][^\s?#]*$/, 'must begin with / or *, without a query; * stands for any characters')
    .optional(),
  kinds: z.array(z.enum(CAPTURED_KINDS)).min(1).max(CAPTURED_KINDS.length).optional(),
  projectId: projectId.optional(),
  paymentId: z.string().min(1).max(255).optional(),
})

/** How the merchant listener answers what it captures. The first enabled rule that fits decides. */
export const answerRule = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -'),
  name: z.string().max(80),
  enabled: z.boolean(),
  match: answerMatch,
  steps: z.array(answerStep).min(1).max(MOST_STEPS),
  after: z.enum(['last', 'again', 'pass']),
  per: z.enum(['rule', 'payment']),
}) satisfies z.ZodType<AnswerRule>

/** `evaluated` counts the requests that the rule fitted, `fired` those that it answered. */
export const answerRuleView = z.object({
  ...answerRule.shape,
  /** The rule in one sentence. */
  sentence: z.string(),
  evaluated: z.int(),
  fired: z.int(),
})
export type AnswerRuleView = z.infer<typeof answerRuleView>

export const answersView = z.object({ rules: z.array(answerRuleView) })

/** The whole list in its order; counts of rules that stay go on. Ids must differ. */
export const answersSaveParams = z.strictObject({
  rules: z
    .array(answerRule)
    .max(MOST_RULES)
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

/** Without an id: of all rules. A script begins again with its first step. */
export const answersResetParams = z.strictObject({ id: z.string().max(40).optional() })
