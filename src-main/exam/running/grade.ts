import type { Grade, RuleResult, Verdict } from './result'

/**
 * Most rules that may stay unobserved for the best grade, not counting those that only a person can check, or only a
 * merchant that opens the form can show.
 */
const MAX_UNOBSERVED = 4

/** Counts the rules with a verdict. */
export const countOf = (rules: readonly RuleResult[], verdict: Verdict): number =>
  rules.filter((each) => each.verdict === verdict).length

/** The numbers of rules as a list: `3, 5, 6`. */
export const numbersOf = (rules: readonly RuleResult[]): string =>
  rules.map(({ rule }) => rule.number).join(', ')

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** Splits the rules that were not observed, so that their sum is the number of the tally. */
function notObserved(open: number, forForm: number, forPerson: number): string {
  const more = open + forForm === 0 ? 'rule' : 'more rule'
  return [
    ...(open === 0
      ? []
      : [
          `${count(open, 'rule')} could not be observed, and ${open === 1 ? 'says' : 'each says'} what would make it observable.`,
        ]),
    ...(forForm === 0
      ? []
      : [
          `${count(forForm, open === 0 ? 'rule' : 'more rule')} only a merchant that opens the form can show.`,
        ]),
    ...(forPerson === 0 ? [] : [`${count(forPerson, more)} only a person can check.`]),
  ].join(' ')
}

/** Names a grade in words, such as `Grade C` or `No grade`. */
export const gradeWords = ({ letter }: Grade): string => (letter === '–' ? 'No grade' : `Grade ${letter}`)

/** What to do first where most rules could not be observed. */
const tooLittle = (accepted: RuleResult | undefined): string =>
  accepted?.verdict === 'not observed' && accepted.reason !== ''
    ? `Most build on rule 4. ${accepted.reason}`
    : 'Give the address of the checkout and of the orders; each rule says what would make it observable.'

/** Least number of passed rules for a grade: with fewer, an exam without a failure proves nothing. */
const MIN_OBSERVED = 8

/**
 * Grades an exam: F where genuine callbacks do not have the effect that they should (rule 4), otherwise by the number of failed rules. There is no grade
 * where no rule failed because too few were observed, or because the exam ended before every rule was judged.
 * @param unfinished as in the result of an exam
 */
export function gradeOf(rules: readonly RuleResult[], unfinished: string | null): Grade {
  const broken = rules.filter(({ verdict }) => verdict === 'failed')
  const failed = broken.length
  const accepted = rules.find(({ rule }) => rule.number === 4)
  if (accepted?.verdict === 'failed') {
    return {
      letter: 'F',
      heading: 'Not ready to go live',
      explanation: `Rule 4: ${accepted.reason}`,
    }
  }
  if (failed > 0) {
    const [first] = broken
    const numbers = failed === 1 ? '' : ` (${numbersOf(broken)})`
    return {
      letter: failed <= 2 ? 'C' : failed <= 5 ? 'D' : 'E',
      heading: 'Not ready to go live',
      explanation: `${count(failed, 'rule')} failed${numbers}. Rule ${first?.rule.number ?? ''}: ${first?.reason ?? ''}`,
    }
  }
  if (unfinished !== null) return { letter: '–', heading: 'Could not be examined', explanation: unfinished }
  const unseen = rules.filter(({ verdict }) => verdict === 'not observed')
  const forPerson = unseen.filter(({ rule }) => rule.review !== undefined).length
  const forForm = unseen.filter(({ isInapplicable }) => isInapplicable === true).length
  const open = unseen.length - forPerson - forForm
  const passed = countOf(rules, 'passed')
  if (passed < MIN_OBSERVED) {
    return {
      letter: '–',
      heading: 'Too little was observed for a grade',
      explanation: `${passed === 0 ? 'No rule' : `Only ${count(passed, 'rule')}`} could be observed. ${tooLittle(accepted)}`,
    }
  }
  const left = notObserved(open, forForm, forPerson)
  if (open > MAX_UNOBSERVED) {
    return {
      letter: 'B',
      heading: 'Nothing failed, but much was not observed',
      explanation: left,
    }
  }
  return {
    letter: 'A',
    heading: 'Ready to go live',
    explanation: ['No rule failed.', left].join(' ').trimEnd(),
  }
}
