import { MESSAGE_WORDS } from '#domain/payment/callbacks'
import { FAULTS, shortened } from './fault-table'
import type { FaultMatch, FaultRule, FaultWhen } from './rule'

export function faultSentence({ match, when, fault }: Pick<FaultRule, 'match' | 'when' | 'fault'>): string {
  const { stage, sentence } = FAULTS[fault.kind]
  const attempts = (): string => `${attemptsWords(when)} to deliver ${whichWords(match)}`
  return sentence(fault, stage === 'message' ? messagesWords(when, match) : attempts())
}

/** `Rule “…”: Leaves payment.method out in this attempt and signs it again.` */
export function faultMark({ name, fault }: Pick<FaultRule, 'name' | 'fault'>): string {
  const { stage, sentence } = FAULTS[fault.kind]
  return `Rule “${name}”: ${sentence(fault, stage === 'message' ? 'this message' : 'this attempt')}`
}

function messagesWords(when: FaultWhen, match: FaultMatch): string {
  const kind = kindWords(match.kinds)
  switch (when.kind) {
    case 'always':
      return `every ${kind}callback${scopeWords(match)}`
    case 'first':
      return `${when.count === 1 ? `the first ${kind}callback` : `the first ${String(when.count)} ${kind}callbacks`}${scopeWords(match)}`
    case 'chance':
      return `${chanceWords(when)} of all ${kind}callbacks${scopeWords(match)}`
  }
}

function attemptsWords(when: FaultWhen): string {
  switch (when.kind) {
    case 'always':
      return 'every attempt'
    case 'first':
      return when.count === 1 ? 'the first attempt' : `the first ${String(when.count)} attempts`
    case 'chance':
      return `${chanceWords(when)} of all attempts`
  }
}

function whichWords(match: FaultMatch): string {
  return `a ${kindWords(match.kinds)}callback${scopeWords(match)}`.replace(/^a (?=[aeiou])/, 'an ')
}

function chanceWords({ percent, seed }: Extract<FaultWhen, { kind: 'chance' }>): string {
  return `about ${String(percent)} % (at random, seed ${String(seed)})`
}

function kindWords(kinds: FaultMatch['kinds']): string {
  return kinds === undefined ? '' : `${kinds.map((kind) => MESSAGE_WORDS[kind]).join(' or ')} `
}

function scopeWords({ projectId, target, paymentId, paymentKey }: FaultMatch): string {
  return [
    projectId === undefined ? '' : ` of project ${String(projectId)}`,
    paymentId === undefined ? '' : ` of payment ${shortened(paymentId)}`,
    paymentKey === undefined ? '' : ` of the payment with the key ${paymentKey}`,
    target === undefined ? '' : ` to a target with “${shortened(target)}”`,
  ].join('')
}
