import { errorText } from '#lib/error-text'
import { mapTexts } from '#lib/json/map-texts'
import type { Difference } from '#lib/match/compare'
import { fieldDifference, type FieldDifference } from '#lib/match/nearest'
import { BenchError } from '#protocol/connection'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import type { ScenarioEvidence } from '#protocol/scenarios'
import type { Verb } from '#scenarios/vocabulary/scenario-shape'
import type { ReportMask } from '#domain/masking/report-mask'

/** A message that shows what a step did: the recorded bytes, with masked card data, and remarks of Paybench. */
export type Evidence = ReadonlyDeep<ScenarioEvidence>

/** Why a step failed: how the nearest message differs, the expectation, and further remarks. */
export interface Failure {
  readonly message: string
  readonly expected: string | null
  /** Other messages, nearest first; or the refused fields; or the remedy. */
  readonly lines: readonly string[]
  /** How the nearest message differs; absent if there was none to compare. */
  readonly members?: readonly Difference[]
}

const MAX_SHOWN = 10

/** The first differences as text for people; reports show them first. */
export const differencesOf = (failure: Failure | null): readonly FieldDifference[] =>
  (failure?.members ?? []).slice(0, MAX_SHOWN).map(fieldDifference)

export interface StepOutcome {
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly summary: string
  readonly failure: Failure | null
  readonly evidence: readonly Evidence[]
}

export interface StepResult extends StepOutcome {
  /** From 0. */
  readonly index: number
  readonly line: number
  readonly verb: Verb
  readonly source: string
  readonly note: string | null
  readonly durationMs: number
  /** Virtual time at the end of the step, ISO 8601. */
  readonly at: string
}

/** `stopped`: the tester stopped the scenario. `broken`: it could not begin; `failure` says why. */
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
  /** Payments that the scenario created or found, so that they can be opened in the window. */
  readonly payments: readonly { readonly id: string; readonly key: string | null }[]
}

/** An expectation does not hold, or the step cannot be done. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly failure: Failure
  readonly evidence: readonly Evidence[]

  constructor(message: string, details: Partial<Failure> & { readonly evidence?: readonly Evidence[] } = {}) {
    super(message)
    const { evidence = [], ...failure } = details
    this.failure = { expected: null, lines: [], ...failure, message }
    this.evidence = evidence
  }
}

export function failureOf(error: unknown): Pick<StepFailure, 'failure' | 'evidence'> {
  if (error instanceof StepFailure) return error
  if (!(error instanceof BenchError)) return new StepFailure(errorText(error))
  return new StepFailure(`Paybench refused the step (${error.code}): ${error.message}`, {
    lines: error.issues.map(({ field, message }) => `${field}: ${message}`),
  })
}

export const masked = <Value>(value: Value, { text }: ReportMask): Value => mapTexts(value, text) as Value

export const maskedEvidence = (
  { reference, request, response, remarks = [], title }: Evidence,
  mask: ReportMask,
): Evidence => ({
  ...masked({ title, remarks }, mask),
  reference,
  request: request === null ? null : mask.message(request),
  response: response === null ? null : mask.message(response),
})
