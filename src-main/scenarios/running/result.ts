import type { Difference } from '#lib/match/compare'
import { fieldDifference, type FieldDifference } from '#lib/match/nearest'
import type { Verb } from '#scenarios/vocabulary/scenario-shape'
import type { ReportMask } from '#domain/masking/report-mask'

/** A message that shows what a step did: the exact bytes as they were recorded, with card data masked. */
export interface Evidence {
  readonly title: string
  readonly reference: {
    readonly type: 'exchange' | 'callback' | 'capture' | 'payment'
    readonly id: string
  } | null
  readonly request: string | null
  readonly response: string | null
  /** What the bench says about it: why it was refused, how it was delivered. */
  readonly remarks?: readonly string[]
}

/** Why a step failed: where the nearest message differs, what was expected, and what else there is to say. */
export interface Failure {
  readonly message: string
  readonly expected: string | null
  /** What else came instead, nearest first; or what to do. */
  readonly lines: readonly string[]
  /** Where the nearest message differs; left out where there was no message to compare. */
  readonly members?: readonly Difference[]
}

/** Nobody reads more differences than this. */
const MAX_SHOWN = 10

/** The differences of a failure for people. A report begins with them. */
export const differencesOf = (failure: Failure | null): readonly FieldDifference[] =>
  (failure?.members ?? []).slice(0, MAX_SHOWN).map(fieldDifference)

export interface StepResult {
  /** From 0. */
  readonly index: number
  readonly line: number
  readonly verb: Verb
  readonly source: string
  readonly note: string | null
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What happened, in a few words. */
  readonly summary: string
  readonly durationMs: number
  /** Virtual time at its end, ISO 8601. */
  readonly at: string
  readonly failure: Failure | null
  readonly evidence: readonly Evidence[]
}

/** `stopped`: a person ended it. `broken`: it could not begin; `failure` says why. */
export interface ScenarioResult {
  readonly name: string
  readonly about: string | null
  readonly file: string
  readonly tags: readonly string[]
  readonly state: 'passed' | 'failed' | 'stopped' | 'broken'
  readonly durationMs: number
  readonly startedAt: string
  readonly steps: readonly StepResult[]
  readonly failure: Failure | null
  /** Payments that it made or met: open them in the window. */
  readonly payments: readonly { readonly id: string; readonly key: string | null }[]
}

/** Fails a step: an expectation does not hold, or the step cannot be done. */
export class StepFailure extends Error {
  readonly failure: Failure
  readonly evidence: readonly Evidence[]

  constructor(
    message: string,
    details: {
      readonly expected?: string
      readonly lines?: readonly string[]
      readonly members?: readonly Difference[]
      readonly evidence?: readonly Evidence[]
    } = {},
  ) {
    super(message)
    this.name = 'StepFailure'
    const { expected = null, lines = [], members } = details
    this.failure = { message, expected, lines, ...(members === undefined ? {} : { members }) }
    this.evidence = details.evidence ?? []
  }
}

/** Evidence as a report may show it. */
export function maskedEvidence(
  { title, reference, request, response, remarks = [] }: Evidence,
  { text, message }: ReportMask,
): Evidence {
  return {
    title: text(title),
    reference,
    request: request === null ? null : message(request),
    response: response === null ? null : message(response),
    remarks: remarks.map(text),
  }
}
