import type { FieldDifference } from '#lib/match/nearest'
import type { Evidence } from '#scenarios/running/result'
import type { Rule } from '#exam/rules/rule'
import type { SetupPart } from '#exam/setup/exam-setup'

/** `not observed`: the exam could neither confirm nor disprove the rule. */
export type Verdict = 'passed' | 'failed' | 'not observed'

/** The result of one trial, or of the check of the merchant's requests. */
export interface TrialResult {
  readonly name: string
  readonly verdict: Verdict
  /** What was seen, or why nothing was and what would change that. */
  readonly reason: string
  /** What was expected instead; empty unless the verdict is `failed`. */
  readonly expected: string
  /** The differences from it. */
  readonly differences: readonly FieldDifference[]
  /** Messages in the order in which they were sent. */
  readonly evidence: readonly Evidence[]
  /** A question that a person can answer by looking at the merchant; null: there is none. */
  readonly question: string | null
  /** Where it is not observed, the others of its rule decide. */
  readonly isOptional?: true
  /** The part of the setup without which it could not be observed. */
  readonly lacks?: Lack
  /** The scenario that repeats the trial; null for a check of requests. */
  readonly scenario: { readonly file: string; readonly text: string } | null
}

/** A part of the setup that is missing, and the sentence that says how to give it. */
export interface Lack {
  readonly part: SetupPart
  readonly remedy: string
}

/** The verdict on a rule, with the trials that led to it. */
export interface RuleResult {
  readonly rule: Rule
  readonly verdict: Verdict
  readonly reason: string
  readonly trials: readonly TrialResult[]
  /** What would make it observable. */
  readonly lacks?: Lack
  /** Only a merchant that opens the form can keep or break it, and this one does not. */
  readonly isInapplicable?: true
  /** How long its trials took, real milliseconds. */
  readonly durationMs?: number
}

/** The result of an exam. */
export interface ExamResult {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly callbackUrl: string
  readonly projectId: number
  readonly grade: Grade
  readonly rules: readonly RuleResult[]
  /** Why it ended before every rule was judged, as a sentence with what to do next; null: it did not. */
  readonly unfinished: string | null
}

/** The letters from the best to the worst. */
export const GRADE_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type GradeLetter = (typeof GRADE_LETTERS)[number]

/** The grade of an exam. */
export interface Grade {
  /** `–`: too little was observed for a grade. */
  readonly letter: '–' | GradeLetter
  /** A few words, such as `Ready to go live`. */
  readonly heading: string
  readonly explanation: string
}
