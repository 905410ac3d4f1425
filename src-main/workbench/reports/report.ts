import type { Annotation } from '#protocol/annotations'
import type { PaymentDetail, TimelineStep } from '#protocol/payments'

/** The bytes of one side of a message for a reader: masked, and if they are cut, with a sentence about it. */
export interface ShownBytes {
  readonly title: string
  readonly text: string
}

/** A step of the timeline with the bytes that crossed the socket; `n` counts the steps of a payment from 1. */
export interface ReportStep {
  readonly n: number
  readonly step: TimelineStep
  readonly parts: readonly ShownBytes[]
  /** The verdict about its signature; undefined where it was not checked, or there is nothing to check. */
  readonly signature: { readonly isValid: boolean; readonly explanation: string } | undefined
  /** What fault rules or the tester did to the message, a sentence each. */
  readonly marks: readonly string[]
}

/** Something that was checked, with the steps that show it. */
export interface Verdict {
  readonly passed: boolean
  readonly text: string
  readonly steps: readonly number[]
}

/** What the tester wrote; `about` names a message of the payment, and is null for the payment itself. */
export interface ReportNote {
  readonly about: string | null
  readonly annotation: Annotation
}

/** Everything that a report says about a payment. */
export interface PaymentReport {
  readonly payment: PaymentDetail
  readonly project: string
  /** One sentence of what happened. */
  readonly lead: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly steps: readonly ReportStep[]
  /** What is left out of the steps, in a sentence. */
  readonly leftOut: string | undefined
  readonly verdicts: readonly Verdict[]
  readonly notes: readonly ReportNote[]
}

/** A report of one payment, or of several. */
export interface Report {
  readonly version: string
  /** Virtual time, ISO 8601. */
  readonly writtenAt: string
  readonly payments: readonly PaymentReport[]
  /** Steps or bytes were left out; the text says where. */
  readonly isCut: boolean
}
