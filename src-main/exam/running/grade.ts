import type { Grade, RuleResult, Verdict } from './result'

/** So many rules may stay unobserved for the best grade, beside those that only a person can look at. */
const MAX_UNOBSERVED = 4

export const countOf = (rules: readonly RuleResult[], verdict: Verdict): number =>
  rules.filter((each) => each.verdict === verdict).length

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** `Grade C`, or that there is none. */
export const gradeWords = ({ letter }: Grade): string => (letter === '–' ? 'No grade' : `Grade ${letter}`)

/** With fewer rules observed, an exam without a failure says nothing. */
const MIN_OBSERVED = 8

/**
 * The grade of an exam: F where genuine callbacks do not count, else by the number of rules that were failed; none where no rule
 * was failed because hardly one was observed.
 */
export function gradeOf(rules: readonly RuleResult[]): Grade {
  const failed = countOf(rules, 'failed')
  const accepted = rules.find(({ rule }) => rule.number === 4)
  if (accepted?.verdict === 'failed') {
    return {
      letter: 'F',
      heading: 'Not ready to go live',
      explanation: `Genuine callbacks have no effect. ${accepted.reason}`,
    }
  }
  if (failed > 0) {
    const [first] = rules.filter(({ verdict }) => verdict === 'failed')
    return {
      letter: failed <= 2 ? 'C' : failed <= 5 ? 'D' : 'E',
      heading: 'Not ready to go live',
      explanation: `${count(failed, 'rule')} failed. Rule ${first?.rule.number ?? ''}: ${first?.reason ?? ''}`,
    }
  }
  const open = rules.filter(({ verdict, rule }) => verdict === 'not observed' && rule.review === undefined)
  const passed = countOf(rules, 'passed')
  if (passed < MIN_OBSERVED) {
    return {
      letter: '–',
      heading: 'Too little was observed for a grade',
      explanation: `Only ${count(passed, 'rule')} could be observed. Give the address of the checkout and of the orders; each rule says what would make it observable.`,
    }
  }
  if (open.length > MAX_UNOBSERVED) {
    return {
      letter: 'B',
      heading: 'Nothing failed, but much was not observed',
      explanation: `${count(open.length, 'rule')} could not be observed. Each says what would make it observable.`,
    }
  }
  return {
    letter: 'A',
    heading: 'Ready to go live',
    explanation: 'No rule failed. Check the rules that were not observed: only a person can judge them.',
  }
}
