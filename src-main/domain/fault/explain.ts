import { MESSAGE_WORDS } from '#domain/payment/callbacks'
import { FAULTS, shortened } from './fault-table'
import type { FaultMatch, FaultRule, FaultWhen } from './rule'

export function faultSentence({ match, when, fault }: Pick<FaultRule, 'match' | 'when' | 'fault'>): string {
  const { stage, sentence } = FAULTS[fault.kind]
  const scope = scopeWords(match) || (when.kind === 'first' ? ' of any payment' : '')
  const kinds = match.kinds?.map((kind) => MESSAGE_WORDS[kind]).join(' or ')
  const callback = kinds === undefined ? 'callback' : `${kinds} callback`
  const messages = `${amountWords(when, callback)}${scope}`
  const attempts = `${amountWords(when, 'attempt')} to deliver a ${callback}${scope}`.replace(
    / a (?=[aeiou])/,
    ' an ',
  )
  return sentence(fault, stage === 'message' ? messages : attempts)
}

/** `Rule “…”: Leaves payment.method out in this attempt and signs it again.` */
export function faultMark({ name, fault }: Pick<FaultRule, 'name' | 'fault'>): string {
  const { stage, sentence } = FAULTS[fault.kind]
  return `Rule “${name}”: ${sentence(fault, stage === 'message' ? 'this message' : 'this attempt')}`
}

function amountWords(when: FaultWhen, noun: string): string {
  switch (when.kind) {
    case 'always':
      return `every ${noun}`
    case 'first':
      return when.count === 1 ? `the first ${noun}` : `the first ${String(when.count)} ${noun}s`
    case 'chance':
      return `about ${String(when.percent)} % (at random, seed ${String(when.seed)}) of all ${noun}s`
  }
}

function scopeWords({ projectId, target, paymentId, paymentKey }: FaultMatch): string {
  return [
    paymentId === undefined ? '' : ` of payment ${shortened(paymentId)}`,
    projectId === undefined ? '' : ` of project ${String(projectId)}`,
    paymentKey === undefined ? '' : ` of the payment with the key ${paymentKey}`,
    target === undefined ? '' : ` to a target with “${shortened(target)}”`,
  ].join('')
}
