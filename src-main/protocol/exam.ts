import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { isWebAddress } from '#lib/web-address'
import { callbackId, callbackIdParam, fieldDifference, isoTime, projectId } from './shapes'
import { scenarioEvidence } from './scenarios'

/** Checks of a callback's receiver; see docs/exam.md. */
export const QUICK_CHECKS = ['sendTwice', 'forge', 'reorder', 'late', 'unknownOrder'] as const
export type QuickCheck = (typeof QUICK_CHECKS)[number]

/** Name of a check and what it sends. */
export const QUICK_CHECK_WORDS: Readonly<
  Record<QuickCheck, { readonly name: string; readonly sends: string }>
> = {
  sendTwice: { name: 'Send twice', sends: 'The callback, and the same bytes again. Both have to get 200.' },
  forge: {
    name: 'Forge',
    sends:
      'A wrong signature, a body that was altered after signing, and no signature. None may get 200; the genuine callback must.',
  },
  reorder: {
    name: 'Reorder',
    sends: 'The result of the payment, then a callback from before it. Both have to get 200.',
  },
  late: { name: 'Late', sends: 'The callback with dates from ten days ago. It has to get 200.' },
  unknownOrder: {
    name: 'Unknown order',
    sends: 'The callback about an order that does not exist. It must not get 200.',
  },
}

/** In report order. `not observed`: no verdict is possible, and the reason says what would change that. */
export const checkVerdict = z.enum(['failed', 'not observed', 'passed'])
export type CheckVerdict = z.infer<typeof checkVerdict>

/** A message of a check. `status`: null without a response. Long requests and responses are truncated and marked. */
const checkedMessage = z.object({
  id: callbackId,
  /** Such as `Without a signature`. */
  what: z.string(),
  expected: z.enum(['200', 'not 200']),
  status: z.int().nullable(),
  request: z.string(),
  response: z.string().nullable(),
})
export type CheckedMessage = z.infer<typeof checkedMessage>

/** The result of a check. `rule` is the number of the rule in contract 10; `at` is virtual time. */
export const callbackCheck = z.object({
  check: z.enum(QUICK_CHECKS),
  rule: z.int(),
  title: z.string(),
  verdict: checkVerdict,
  /** What was observed, or why nothing was and what would change that. */
  reason: z.string(),
  /** How to comply with the rule or, if Paybench itself responded, how to reach the merchant; empty if not needed. */
  remedy: z.string(),
  /** What only a person who looks at the order can see. */
  look: z.string(),
  at: isoTime,
  sent: z.array(checkedMessage),
})
export type CallbackCheck = z.infer<typeof callbackCheck>

export const checkParams = z.strictObject({ id: callbackIdParam, check: z.enum(QUICK_CHECKS) })
/** The newest result of each check of a callback, while the session is open. */
export const callbackChecksResult = z.object({ items: z.array(callbackCheck) })

const MAX_ADDRESS = 2000
const isOrderAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#]+\/.*\{payment_id\}/.test(text) && isWebAddress(text)

const address = z.string().max(MAX_ADDRESS).refine(isWebAddress, 'is not an http or https address')
const part = z.string().min(1).max(100)
/** Keys that lead to a value, such as `["order", "state"]`. */
const path = z.array(part).min(1).max(20)
const words = z.array(part).max(20)

/** Part of a sentence; an exam takes about 30 s on a quiet machine, 50 s on a busy one. */
export const EXAM_DURATION = 'about a minute at most'

/** How an order begins: the exam posts amount, currency and card as JSON, or sends a GET with them. */
const checkout = z.strictObject({ method: z.enum(['GET', 'POST']), url: address })

/** Where the exam reads an order as JSON, and how. */
const orderView = z.strictObject({
  url: z
    .string()
    .max(MAX_ADDRESS)
    .refine(isOrderAddress, 'has to be an http or https address with {payment_id} in place of the order id'),
  state: path,
  paid: words.min(1),
  declined: words,
  deliveries: path.nullable(),
  amount: path.nullable(),
})

/** Other computers that the exam may send to. */
const hosts = z.array(z.string().min(1).max(253)).max(LIMITS.examHosts)

/** The examined merchant. `clarification`: it answers clarifications without a person. */
const examinedMerchant = z.strictObject({
  callbackUrl: address,
  projectId,
  checkout: checkout.nullable(),
  orders: orderView.nullable(),
  clarification: z.boolean(),
  /** Whether the merchant requests the status on its own if no callback arrives. */
  statusRequests: z.boolean().default(false),
  /** Port of the exam's platform; 0 for any free port. */
  platformPort: z.int().min(0).max(65_535),
  /** Other computers that may get forged messages. */
  hosts,
})
export type ExaminedMerchant = z.infer<typeof examinedMerchant>

/** `secret`: the merchant's secret; by default, that of Paybench's project with this `projectId`. */
export const startParams = examinedMerchant.extend({ secret: z.string().min(1).max(500).optional() })

/** `–`: too little was observed for a grade. */
const grade = z.object({
  letter: z.enum(['–', 'A', 'B', 'C', 'D', 'E', 'F']),
  heading: z.string(),
  explanation: z.string(),
})

/** A rule of contract 10. `verdict` is null until the rule is judged; `questions` counts the questions for a person. */
export const examRuleSummary = z.object({
  number: z.int(),
  title: z.string(),
  verdict: checkVerdict.nullable(),
  reason: z.string(),
  questions: z.int(),
})
export type ExamRuleSummary = z.infer<typeof examRuleSummary>

/**
 * An exam. `state`: `stopped` by a person, `broken` if it could not run. `failure` says why the exam, or a
 * repeated rule of it, could not run. `running`: number of the rule under observation. `grade` is null until
 * the end. Times are wall time.
 */
export const examSummary = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'broken']),
  startedAt: z.string(),
  durationMs: z.number(),
  merchant: examinedMerchant,
  /** Address of the platform of the exam; null until it runs. */
  platform: z.string().nullable(),
  running: z.int().nullable(),
  grade: grade.nullable(),
  failure: z.string().nullable(),
  /** In the order of the contract. */
  rules: z.array(examRuleSummary),
  /** Unobserved rules, grouped by what they lack: `15 rules need an order address`, and how to provide it. */
  unseen: z.array(z.object({ heading: z.string(), remedy: z.string(), rules: z.array(z.int()) })),
})
export type ExamSummary = z.infer<typeof examSummary>

/** One trial of a rule. `scenario` repeats it; `question` is for a person. Each is null if there is none. */
const examTrial = z.object({
  name: z.string(),
  verdict: checkVerdict,
  reason: z.string(),
  expected: z.string(),
  differences: z.array(fieldDifference),
  evidence: z.array(scenarioEvidence.omit({ reference: true })),
  question: z.string().nullable(),
  scenario: z.object({ file: z.string(), text: z.string() }).nullable(),
})
export type ExamTrial = z.infer<typeof examTrial>

/**
 * `question` of a rule that only a person can check; null for other rules, whose trials have questions. `needsBench`:
 * the answer requires a bench that plays the platform, because the exam's own platform has ended.
 */
export const examRule = examRuleSummary.extend({
  isReview: z.boolean(),
  sections: z.string(),
  matters: z.string(),
  remedy: z.string(),
  question: z.string().nullable(),
  needsBench: z.boolean(),
  trials: z.array(examTrial),
})
export type ExamRule = z.infer<typeof examRule>

/** `exam`: the current or last exam of this session; null if there was none. */
export const examGetResult = z.object({ exam: examSummary.nullable() })
/** Reads an order as the exam would, without an exam. `paymentId`: that of an order that the merchant has. */
export const tryOrderParams = z.strictObject({
  orders: orderView,
  paymentId: z.string().min(1).max(255),
  hosts,
})

/**
 * An order as the exam reads it. `problem`: why no JSON was read, as a clause that follows the address; null if
 * JSON was read. `status`: that of the response; null without a response.
 */
export const examTryOrderResult = z.object({
  url: z.string(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  /** The value at each path of the setup, as JSON; null if there is none. `means`: what a state means. */
  found: z.array(
    z.object({
      part: z.enum(['state', 'deliveries', 'amount']),
      path: z.string(),
      value: z.string().nullable(),
      means: z.enum(['paid', 'declined']).nullable(),
    }),
  ),
  /** The first 40 values of the order with their paths. */
  members: z.array(z.object({ path: z.string(), value: z.string() })),
})
export type ExamOrderTry = z.infer<typeof examTryOrderResult>

const ruleNumber = z.int().min(1).max(99)
/** Examines one rule again, with the settings of the last exam, and updates its verdict and the grade. */
export const repeatParams = z.strictObject({ rule: ruleNumber })
export const ruleParams = z.strictObject({ rule: ruleNumber })
/** `yes`: the merchant behaves as required; null removes the answer. `trial`: index among the rule's trials. */
export const answerParams = z.strictObject({
  rule: ruleNumber,
  trial: z.int().min(0).max(99),
  answer: z.enum(['yes', 'no']).nullable(),
})
export const reportParams = z.strictObject({ format: z.enum(['html', 'json', 'junit']) })
export const examReportResult = z.object({ name: z.string(), text: z.string() })
