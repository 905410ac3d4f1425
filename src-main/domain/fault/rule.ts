import { foldPaymentId } from '#domain/payment/payment'
import type { Fault, MessageKind } from './fault'
import type { PaymentKey, ProjectId } from '#domain/ids'

/** Which messages a rule is about; what is left out does not matter. */
export interface FaultMatch {
  readonly projectId?: ProjectId | undefined
  readonly kinds?: readonly MessageKind[] | undefined
  /** A part of the target URL; letter case does not matter. */
  readonly target?: string | undefined
  /** Exactly this payment id; letter case does not matter (contract 3.1). */
  readonly paymentId?: string | undefined
  /** The key of one payment, where the same id stands in several projects or was used again. */
  readonly paymentKey?: PaymentKey | undefined
}

/** How often a rule acts on what it is about. `count` counts firings, `percent` is above 0 and at most 100. */
export type FaultWhen =
  | { readonly kind: 'always' }
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'chance'; readonly percent: number; readonly seed: number }

/** One fault, with the messages that it is about and how often it acts. The order of rules matters: see `decideFaults`. */
export interface FaultRule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly match: FaultMatch
  readonly when: FaultWhen
  readonly fault: Fault
}

/** A rule with how often it was asked and how often it acted. */
export interface CountedRule {
  readonly rule: FaultRule
  readonly evaluated: number
  readonly fired: number
}

/** A message as rules see it. `target` is the full URL; null where there is none. */
export interface FaultSubject {
  readonly projectId: ProjectId
  readonly kind: MessageKind
  readonly target: string | null
  /** Null where the message belongs to no payment; its payment id may be empty then. */
  readonly paymentKey: PaymentKey | null
  readonly paymentId: string
}

/** Whether a rule is about this message. A disabled rule is about none. */
export function isAbout(rule: FaultRule, subject: FaultSubject): boolean {
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
