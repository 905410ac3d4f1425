import type { Evidence } from '../../scenarios/running/result'
import type { Rule } from '../rules/rule'

export type Verdict = 'passed' | 'failed' | 'not observed'

/** What one trial, or the look at the merchant's requests, has shown. */
export interface TrialResult {
  readonly name: string
  readonly verdict: Verdict
  /** What was seen, or why nothing was and what would change that. */
  readonly reason: string
  /** What was expected instead; empty unless the rule is failed. */
  readonly expected: string
  /** Where it differed. */
  readonly differences: readonly string[]
  /** Messages in the order in which they were sent. */
  readonly evidence: readonly Evidence[]
  /** What a person can answer by looking at the merchant; null: nothing. */
  readonly question: string | null
  /** The scenario that repeats it; null for what was seen in passing. */
  readonly scenario: { readonly file: string; readonly text: string } | null
}

export interface RuleResult {
  readonly rule: Rule
  readonly verdict: Verdict
  readonly reason: string
  readonly trials: readonly TrialResult[]
}

export interface ExamResult {
  readonly startedAt: string
  readonly durationMs: number
  readonly callbackUrl: string
  readonly projectId: number
  readonly grade: Grade
  readonly rules: readonly RuleResult[]
}

export interface Grade {
  /** `–`: too little was observed for a grade. */
  readonly letter: '–' | 'A' | 'B' | 'C' | 'D' | 'E' | 'F'
  /** A few words, such as `Ready to go live`. */
  readonly heading: string
  readonly explanation: string
}
