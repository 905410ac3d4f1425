import { z } from 'zod'
import { foldPaymentId } from '#domain/payment/payment'
import { MAX_PROJECT_ID, type PaymentKey, type ProjectId } from '#domain/ids'
import { MESSAGE_KINDS, type MessageKind } from '#domain/payment/callbacks'
import { shapeIssues } from '#domain/read-shape'
import { FIELD_VALUE } from '#lib/http-message/response'
import { parseJson } from '#lib/json/parse'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { type Fault, FAULT_KINDS, FAULTS, type FaultStage } from './fault-table'
import { type FaultParameter, readPath } from './kind'

/** Messages begin with the parameter's label and say what to give. */
function parameterShape(parameter: FaultParameter): z.ZodType {
  const { label } = parameter
  const text = z.string().max(10_000, `${label}: give at most 10000 characters.`)
  switch (parameter.type) {
    case 'integer': {
      const { min, max, unit } = parameter
      return whole(min, max, `${label}: give a whole number from ${min} to ${max} (${unit}).`)
    }
    case 'path':
      return text.refine(
        (path) => readPath(path) !== null,
        `${label}: give keys separated by dots, such as payment.sum.amount; write \\. for a dot inside a key.`,
      )
    case 'json':
      return text.superRefine((value, { addIssue }) => {
        const json = parseJson(value)
        if (!json.ok) addIssue(`${label}: ${json.message}`)
      })
    case 'header':
      return text.regex(
        FIELD_VALUE,
        `${label}: a header cannot contain a line break, control character or character outside Latin-1. Remove it.`,
      )
    case 'choice': {
      const values = parameter.choices.map(({ value }) => value)
      return z.enum(values, `${label}: choose one of ${values.join(', ')}.`)
    }
    case 'flag':
      return z.boolean(`${label}: give true or false.`)
  }
}

const whole = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, message)

const textOf = (most: number, message: string) => z.string().min(1, message).max(most, message)

const faults = FAULT_KINDS.map((kind) => {
  const parameters = Object.entries(FAULTS[kind].parameters)
  const shapes = parameters.map(([name, parameter]) => [name, parameterShape(parameter)])
  return z.strictObject({ kind: z.literal(kind), ...Object.fromEntries(shapes) })
}) as [z.ZodObject, ...z.ZodObject[]]

/** The limits of the values come from {@link FAULTS}. */
const fault = z.discriminatedUnion('kind', faults) as z.ZodType as z.ZodType<Fault, Fault>

/** An empty match applies to every callback. */
const faultMatch = z.strictObject({
  projectId: (z.int().min(1).max(MAX_PROJECT_ID) as z.ZodType<ProjectId, ProjectId>).optional(),
  kinds: z
    .array(z.enum(MESSAGE_KINDS))
    .min(1, 'Name at least one kind, or omit the kinds to match all.')
    .max(MESSAGE_KINDS.length)
    .readonly()
    .optional(),
  /** A part of the target URL, in any letter case. */
  target: textOf(500, 'Give a part of the target with 1 to 500 characters, or leave it out.').optional(),
  /** The exact payment id, in any letter case (contract 3.1). */
  paymentId: textOf(
    255,
    'Give the id of a payment with 1 to 255 characters, or leave it out for all.',
  ).optional(),
  /** For a payment id that several projects have or that was used again. */
  paymentKey: (
    textOf(100, 'Give the key of a payment, or omit it to match all.') as z.ZodType<PaymentKey, PaymentKey>
  ).optional(),
})
export type FaultMatch = ReadonlyDeep<z.infer<typeof faultMatch>>

const PERCENT_RULE = 'Give a chance above 0 and up to 100 percent.'

/** `first` counts firings; `chance` draws once for every matching message or attempt. */
const faultWhen = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always') }),
  z.strictObject({
    kind: z.literal('first'),
    count: whole(1, 1_000_000, 'Give a count: a whole number from 1 to 1000000.'),
  }),
  z.strictObject({
    kind: z.literal('chance'),
    percent: z.number(PERCENT_RULE).gt(0, PERCENT_RULE).lte(100, PERCENT_RULE),
    seed: whole(0, 0xffff_ffff, 'Give a seed from 0 to 4294967295; the same seed repeats the same faults.'),
  }),
])
export type FaultWhen = ReadonlyDeep<z.infer<typeof faultWhen>>

const NAME_RULE = 'Give the rule a name of 1 to 80 characters.'

/** When and how the platform misbehaves. The order of rules matters: see {@link decideFaults}. */
export const faultRule = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'Give an id of 1 to 40 letters, digits, _ or -.'),
  name: z
    .string()
    .max(80, NAME_RULE)
    .refine((name) => name.trim() !== '', NAME_RULE),
  enabled: z.boolean(),
  match: faultMatch,
  when: faultWhen,
  fault,
})
export type FaultRule = ReadonlyDeep<z.infer<typeof faultRule>>

/** A rule with the numbers of its evaluations and firings. */
export interface CountedRule {
  readonly rule: FaultRule
  readonly evaluated: number
  readonly fired: number
}

/** A message to match against rules. `target` is the full URL; null if there is none. */
export interface FaultSubject {
  readonly projectId: ProjectId
  readonly kind: MessageKind
  readonly target: string | null
  /** Null if the message belongs to no payment; then `paymentId` may be empty. */
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string
}

function isAbout(rule: FaultRule, subject: FaultSubject): boolean {
  const { projectId, kinds, target, paymentId, paymentKey } = rule.match
  return (
    rule.enabled &&
    (projectId === undefined || projectId === subject.projectId) &&
    (kinds === undefined || kinds.includes(subject.kind)) &&
    (paymentId === undefined || foldPaymentId(paymentId) === foldPaymentId(subject.paymentId)) &&
    (paymentKey === undefined || paymentKey === subject.paymentKey) &&
    (target === undefined || (subject.target ?? '').toLowerCase().includes(target.toLowerCase()))
  )
}

export interface FaultDecision {
  readonly acting: readonly FaultRule[]
  /** Rules that would have acted, but follow one that decides the same aspect. */
  readonly overruled: readonly { readonly rule: FaultRule; readonly by: FaultRule }[]
  readonly evaluated: readonly FaultRule[]
}

/** Evaluates rules in order. Of two that decide the same aspect, the second is overruled and not counted as fired. */
export function decideFaults(
  rules: readonly CountedRule[],
  subject: FaultSubject,
  stages: readonly FaultStage[],
): FaultDecision {
  const acting: FaultRule[] = []
  const overruled: { rule: FaultRule; by: FaultRule }[] = []
  const evaluated: FaultRule[] = []
  const decided = new Map<string, FaultRule>()
  for (const counted of rules) {
    const { rule } = counted
    if (!stages.includes(FAULTS[rule.fault.kind].stage) || !isAbout(rule, subject)) continue
    evaluated.push(rule)
    if (!actsNow(counted)) continue
    const aspects = FAULTS[rule.fault.kind].aspects(rule.fault)
    const by = aspects.map((aspect) => decided.get(aspect)).find((other) => other !== undefined)
    if (by !== undefined) {
      overruled.push({ rule, by })
      continue
    }
    for (const aspect of aspects) decided.set(aspect, rule)
    acting.push(rule)
  }
  return { acting, overruled, evaluated }
}

/** Whether a rule that acts only on its first matches has acted on all of them. */
export const isUsedUp = (when: FaultWhen, fired: number): boolean =>
  when.kind === 'first' && fired >= when.count

function actsNow({ rule: { when }, evaluated, fired }: CountedRule): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'first':
      return !isUsedUp(when, fired)
    case 'chance':
      return chanceAt(when.seed, evaluated) * 100 < when.percent
  }
}

const STEP = 0x9e3779b9

/** Finaliser of MurmurHash3: neighbouring numbers give unrelated results. */
function mix(bits: number): number {
  let value = bits >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** The n-th pseudo-random number of a seed, in [0, 1): the same seed and order of messages give the same faults. */
export function chanceAt(seed: number, n: number): number {
  const high = Math.floor(n / 0x1_0000_0000)
  return mix(mix(mix(seed) + Math.imul(n | 0, STEP)) ^ high) / 0x1_0000_0000
}

/** What is wrong with a rule; `field` is a dotted path within it. */
export function ruleProblems(rule: FaultRule) {
  const { error } = faultRule.safeParse(rule)
  return error === undefined ? [] : shapeIssues(error)
}
