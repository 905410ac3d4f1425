import { counted } from '#lib/words'
import type { FieldDifference } from '#lib/match/nearest'
import type { CheckResult } from '#exam/requests/merchant-requests'
import type { Rule } from '#exam/rules/rule'
import type { SetupPart } from '#exam/setup/exam-setup'

export type Verdict = CheckResult['verdict']

/** The result of one trial, or of the check of the merchant's requests. */
export interface TrialResult extends CheckResult {
  readonly name: string
  /** Empty unless the verdict is `failed`. */
  readonly expected: string
  readonly differences: readonly FieldDifference[]
  /** What a person must check at the merchant; null if there is nothing. */
  readonly question: string | null
  /** If this trial is not observed, the other trials of its rule decide. */
  readonly isOptional?: true
  /** The part of the setup that the trial needs but did not find, and how to provide it. */
  readonly missingPart?: { readonly part: SetupPart; readonly remedy: string }
  /** Repeats the trial; null if the trial did not run, and for a check of requests. */
  readonly scenario: { readonly file: string; readonly text: string } | null
}

/** The result of what did not run, or whose verdict is still open. */
export const unrunResult = ({ name }: { readonly name: string }, reason: string): TrialResult => ({
  name,
  verdict: 'not observed',
  reason,
  expected: '',
  differences: [],
  evidence: [],
  question: null,
  scenario: null,
})

export interface RuleResult extends Pick<TrialResult, 'verdict' | 'reason' | 'missingPart'> {
  readonly rule: Rule
  readonly trials: readonly TrialResult[]
  /** The rule applies only to other merchants (`Rule.onlyFor`). */
  readonly isInapplicable?: true
  /** Duration of the trials in milliseconds of wall time. */
  readonly durationMs?: number
}

export interface ExamResult {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly callbackUrl: string
  readonly projectId: number
  readonly grade: Grade
  readonly rules: readonly RuleResult[]
  /** Why the exam ended before every rule was judged, with what to do next; null if all rules were judged. */
  readonly unfinished: string | null
}

/** From the best to the worst. */
export const GRADE_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type GradeLetter = (typeof GRADE_LETTERS)[number]

export interface Grade {
  /** `–`: no grade, because too little was observed or the exam ended early. */
  readonly letter: '–' | GradeLetter
  /** A few words, such as `Ready to go live`. */
  readonly heading: string
  readonly explanation: string
}

/** Maximum number of unobserved rules for grade A, not counting those that need a person or do not apply. */
const MAX_UNOBSERVED = 4

/** `3, 5, 6`. */
export const numbersOf = (rules: readonly RuleResult[]): string =>
  rules.map(({ rule }) => rule.number).join(', ')

type Unseen = 'open' | 'person' | NonNullable<Rule['onlyFor']>

/** Only open rules count against a grade. */
const unseenKind = ({ rule, isInapplicable }: RuleResult): Unseen => {
  if (isInapplicable === true && rule.onlyFor !== undefined) return rule.onlyFor
  return rule.review === undefined ? 'open' : 'person'
}

/** The end of the sentence about the unobserved rules of each kind. */
const UNSEEN: Readonly<Record<Unseen, (count: number) => string>> = {
  open: (count) =>
    `could not be observed, and ${count === 1 ? 'says' : 'each says'} what would make it observable.`,
  form: () => 'can be observed only if the merchant opens the form.',
  methods: () => 'can be observed only if the merchant sells by methods other than cards.',
  person: () => 'can be checked only by a person.',
}

/** The counts add up to the `not observed` of the tally. */
function notObservedText(unseen: readonly RuleResult[]): string {
  return (['open', 'form', 'methods', 'person'] as const)
    .map((kind) => ({ kind, count: unseen.filter((result) => unseenKind(result) === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }, at) => `${counted(count, at === 0 ? 'rule' : 'more rule')} ${UNSEEN[kind](count)}`)
    .join(' ')
}

/** `Grade C` or `No grade`. */
export const gradeWords = ({ letter }: Grade): string => (letter === '–' ? 'No grade' : `Grade ${letter}`)

const tooLittleReason = (accepted: RuleResult | undefined): string =>
  accepted?.verdict === 'not observed' && accepted.reason !== ''
    ? `Most depend on rule 4. ${accepted.reason}`
    : 'Give the addresses of the checkout and of the orders; each rule says what would make it observable.'

/** Minimum number of passed rules for a grade: with fewer, an exam without a failure proves nothing. */
const MIN_OBSERVED = 8

/** F if rule 4 failed, C to E by the failed rules, A or B by the unobserved rules; `–` if too little was seen. */
export function gradeOf(rules: readonly RuleResult[], unfinished: string | null): Grade {
  const grade = (letter: Grade['letter'], heading: string, explanation: string): Grade => ({
    letter,
    heading,
    explanation,
  })
  const broken = rules.filter(({ verdict }) => verdict === 'failed')
  const accepted = rules.find(({ rule }) => rule.number === 4)
  if (accepted?.verdict === 'failed') return grade('F', NOT_READY, `Rule 4: ${accepted.reason}`)
  const [first] = broken
  if (first !== undefined) {
    const failed = broken.length
    const numbers = failed === 1 ? '' : ` (${numbersOf(broken)})`
    const why = `${counted(failed, 'rule')} failed${numbers}. Rule ${first.rule.number}: ${first.reason}`
    return grade(failed <= 2 ? 'C' : failed <= 5 ? 'D' : 'E', NOT_READY, why)
  }
  if (unfinished !== null) return grade('–', 'Could not be examined', unfinished)
  const unseen = rules.filter(({ verdict }) => verdict === 'not observed')
  const passed = rules.filter(({ verdict }) => verdict === 'passed').length
  if (passed < MIN_OBSERVED) {
    const seen = passed === 0 ? 'No rule' : `Only ${counted(passed, 'rule')}`
    const why = `${seen} could be observed. ${tooLittleReason(accepted)}`
    return grade('–', 'Too little was observed for a grade', why)
  }
  const left = notObservedText(unseen)
  return unseen.filter((result) => unseenKind(result) === 'open').length > MAX_UNOBSERVED
    ? grade('B', 'Nothing failed, but much was not observed', left)
    : grade('A', 'Ready to go live', `No rule failed. ${left}`.trimEnd())
}

const NOT_READY = 'Not ready to go live'

export interface Gate {
  /** The worst grade that passes; B is the worst one without a failed rule. */
  readonly minGrade: GradeLetter
  /** Numbers of rules that must have passed. An unobserved rule has not passed. */
  readonly required: readonly number[]
}

/** Whether an exam meets the requirements, or why not. `unexamined`: no grade, or an unfinished exam that met them. */
export function judgeGate(
  { grade, rules, unfinished }: Pick<ExamResult, 'grade' | 'rules' | 'unfinished'>,
  { minGrade, required }: Gate,
): { readonly outcome: 'passed' | 'failed' | 'unexamined'; readonly reasons: readonly string[] } {
  const unexamined = {
    outcome: 'unexamined',
    reasons: [`The merchant could not be examined. ${unfinished ?? grade.explanation}`],
  } as const
  if (grade.letter === '–') return unexamined
  const isBelow = GRADE_LETTERS.indexOf(grade.letter) > GRADE_LETTERS.indexOf(minGrade)
  const missing = rules.filter(({ rule, verdict }) => required.includes(rule.number) && verdict !== 'passed')
  const reasons = [
    ...(isBelow ? [`${gradeWords(grade)} is below ${minGrade}, the worst grade that passes.`] : []),
    ...missing.map(({ rule, verdict, reason }) => {
      const was = verdict === 'failed' ? 'failed' : 'was not observed'
      return `Rule ${rule.number} must pass but ${was}. ${reason}`
    }),
  ]
  if (reasons.length > 0) return { outcome: 'failed', reasons }
  return unfinished === null ? { outcome: 'passed', reasons } : unexamined
}
