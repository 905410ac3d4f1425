import { foldPaymentId } from '#domain/payment/payment'
import type { PaymentKey, ProjectId } from '#domain/ids'
import type { MessageKind } from '#domain/payment/callbacks'
import { type Fault, FAULTS, type FaultStage } from './fault-table'
import { isWhole, parameterProblem } from './kind'

/** Absent members match everything. */
export interface FaultMatch {
  readonly projectId?: ProjectId | undefined
  readonly kinds?: readonly MessageKind[] | undefined
  /** A part of the target URL, in any letter case. */
  readonly target?: string | undefined
  /** The exact payment id, in any letter case (contract 3.1). */
  readonly paymentId?: string | undefined
  /** For an id that several projects have or that was used again. */
  readonly paymentKey?: PaymentKey | undefined
}

/** `count` counts firings, `percent` is above 0 and at most 100. */
export type FaultWhen =
  | { readonly kind: 'always' }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'chance'; readonly percent: number; readonly seed: number }

/** The order of rules matters: see `decideFaults`. */
export interface FaultRule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly match: FaultMatch
  readonly when: FaultWhen
  readonly fault: Fault
}

/** A rule with the counts of its evaluations and effects. */
export interface CountedRule {
  readonly rule: FaultRule
  readonly evaluated: number
  readonly fired: number
}

/** A message for rules. `target` is the full URL; null if there is none. */
export interface FaultSubject {
  readonly projectId: ProjectId
  readonly kind: MessageKind
  readonly target: string | null
  /** Null if the message belongs to no payment; its payment id may be empty then. */
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string
}

/** Never true for a disabled rule. */
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
  readonly asked: readonly FaultRule[]
}

/**
 * Evaluates the rules of the given stages, first to last. Several may act on one message; of two that decide the
 * same aspect, the first one acts and the other is overruled, which does not count as a firing.
 */
export function decideFaults(
  rules: readonly CountedRule[],
  subject: FaultSubject,
  stages: readonly FaultStage[],
): FaultDecision {
  const acting: FaultRule[] = []
  const overruled: { rule: FaultRule; by: FaultRule }[] = []
  const asked: FaultRule[] = []
  const decided = new Map<string, FaultRule>()
  for (const counted of rules) {
    const { rule } = counted
    if (!stages.includes(FAULTS[rule.fault.kind].stage) || !isAbout(rule, subject)) continue
    asked.push(rule)
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
  return { acting, overruled, asked }
}

function actsNow({ rule: { when }, evaluated, fired }: CountedRule): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'first':
      return fired < when.count
    case 'chance':
      return chanceAt(when.seed, evaluated) * 100 < when.percent
  }
}

const STEP = 0x9e3779b9

/** Finaliser of MurmurHash3: neighbouring numbers give unrelated results. */
function mixed(bits: number): number {
  let value = bits >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * The n-th pseudo-random number of a seed, in [0, 1). It depends on nothing else, so that the same seed and the
 * same order of messages give the same faults.
 */
export function chanceAt(seed: number, n: number): number {
  const high = Math.floor(n / 0x1_0000_0000)
  return mixed(mixed(mixed(seed) + Math.imul(n | 0, STEP)) ^ high) / 0x1_0000_0000
}

/** `field` is a dotted path within the rule. */
export interface RuleProblem {
  readonly field: string
  readonly message: string
}

const MAX_RULE_NAME = 80
const MAX_TARGET_PART = 500
/** Contract 3.1. */
const MAX_PAYMENT_ID = 255
const MAX_FIRST = 1_000_000

export function ruleProblems(rule: Omit<FaultRule, 'id' | 'enabled'>): readonly RuleProblem[] {
  const { name, match, when, fault } = rule
  const problems: RuleProblem[] = []
  const report = (field: string, message: string): void => void problems.push({ field, message })
  if (name.trim() === '' || name.length > MAX_RULE_NAME) {
    report('name', `Give the rule a name of 1 to ${String(MAX_RULE_NAME)} characters.`)
  }
  if (match.kinds?.length === 0)
    report('match.kinds', 'Name at least one kind, or leave the kinds out for all.')
  if (match.target !== undefined && (match.target === '' || match.target.length > MAX_TARGET_PART)) {
    report(
      'match.target',
      `Give a part of the target with 1 to ${String(MAX_TARGET_PART)} characters, or leave it out.`,
    )
  }
  if (match.paymentId !== undefined && (match.paymentId === '' || match.paymentId.length > MAX_PAYMENT_ID)) {
    report(
      'match.paymentId',
      `Give the id of a payment with 1 to ${String(MAX_PAYMENT_ID)} characters, or leave it out for all.`,
    )
  }
  if (match.paymentKey === '')
    report('match.paymentKey', 'Give the key of a payment, or leave it out for all.')
  if (when.kind === 'first' && !isWhole(when.count, 1, MAX_FIRST)) {
    report('when.count', `Say how many: a whole number from 1 to ${String(MAX_FIRST)}.`)
  }
  if (when.kind === 'chance') {
    if (!(when.percent > 0 && when.percent <= 100))
      report('when.percent', 'Give a chance above 0 and up to 100 percent.')
    if (!isWhole(when.seed, 0, 0xffff_ffff)) {
      report('when.seed', 'Give a seed from 0 to 4294967295; the same seed repeats the same faults.')
    }
  }
  const values: Readonly<Record<string, unknown>> = { ...fault }
  for (const [name, parameter] of Object.entries(FAULTS[fault.kind].parameters)) {
    const problem = parameterProblem(parameter, values[name])
    if (problem !== null) report(`fault.${name}`, problem)
  }
  return problems
}
