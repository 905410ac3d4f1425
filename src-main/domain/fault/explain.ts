import { assertNever } from '#lib/assert-never'
import type { Fault, FaultCharset, MessageKind } from './fault'
import { FAULTS, REORDER_TARGET_LABELS } from './fault-table'
import type { FaultMatch, FaultRule, FaultWhen } from './rule'

/** Describes a rule in one sentence, made of its data alone. */
export function faultSentence(rule: Pick<FaultRule, 'match' | 'when' | 'fault'>): string {
  const { match, when, fault } = rule
  const stage = FAULTS[fault.kind].stage
  const object =
    stage === 'message'
      ? messagesWords(when, match)
      : `${attemptsWords(when)} to deliver ${whichWords(match)}`
  return sentenceWith(fault, object)
}

/** Describes what a fault did to one message: `Rule “…”: Leaves payment.method out in this attempt and signs it again.` */
export function faultMark(rule: Pick<FaultRule, 'name' | 'fault'>): string {
  const object = FAULTS[rule.fault.kind].stage === 'message' ? 'this message' : 'this attempt'
  return `Rule “${rule.name}”: ${sentenceWith(rule.fault, object)}`
}

function sentenceWith(fault: Fault, object: string): string {
  switch (fault.kind) {
    case 'delay':
      return `Delays ${object} by ${durationWords(fault.ms)}.`
    case 'drop':
      return `Drops ${object}: nothing is sent.`
    case 'duplicate': {
      const copies = fault.copies === 1 ? 'once more' : `${String(fault.copies)} times more`
      const gap = fault.gapMs === 0 ? 'at once' : `with gaps of ${durationWords(fault.gapMs)}`
      return `Sends ${object} ${copies}, ${gap}.`
    }
    case 'reorder': {
      const longest =
        fault.longestWaitMs === 0
          ? 'however long that takes'
          : `at the longest for ${durationWords(fault.longestWaitMs)}`
      return `Holds ${object} until ${REORDER_TARGET_LABELS[fault.until]} of the payment has gone, ${longest}.`
    }
    case 'corruptSignature':
      return `Corrupts the signature in ${object}.`
    case 'changeField':
      return `Makes ${fault.path} ${shortened(fault.value)} in ${object}${signingWords(fault.signing)}.`
    case 'removeField':
      return `Leaves ${fault.path} out in ${object}${signingWords(fault.signing)}.`
    case 'unknownField':
      return `Adds ${fault.path} with ${shortened(fault.value)} in ${object}${signingWords(fault.signing)}.`
    case 'contentType':
      return `Sends Content-Type “${shortened(fault.contentType)}” in ${object}.`
    case 'charset': {
      const header = fault.announce ? 'and names it in the header' : 'without naming it in the header'
      return `Writes the body as ${CHARSET_NAMES[fault.charset]} in ${object}, ${header}.`
    }
    case 'chunked':
      return `Sends the body in chunks of ${countWords(fault.chunkBytes, 'byte')} in ${object}.`
    case 'slowBody':
      return `Sends the body with ${countWords(fault.bytesPerSecond, 'byte')} a second in ${object}.`
    case 'cut':
      return `Cuts the connection after ${countWords(fault.afterBytes, 'byte')} in ${object}.`
    case 'closeBeforeAnswer':
      return `Closes the connection without waiting for the response in ${object}.`
    case 'http10':
      return `Writes HTTP/1.0 into the start line in ${object}.`
    default:
      return assertNever(fault)
  }
}

const CHARSET_NAMES: Readonly<Record<FaultCharset, string>> = {
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  latin1: 'latin1',
  'utf-8-bom': 'UTF-8 with a byte order mark',
}

const KIND_WORDS: Readonly<Record<MessageKind, string>> = {
  clarification: 'clarification',
  remaining: 'remaining-data',
  intermediate: 'intermediate',
  result: 'result',
  token: 'token',
  other: 'composed',
}

function signingWords(signing: 'resign' | 'keep'): string {
  return signing === 'resign' ? ' and signs it again' : ' and keeps the old signature'
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
  return `about ${String(percent)} % (by chance, seed ${String(seed)})`
}

function kindWords(kinds: FaultMatch['kinds']): string {
  return kinds === undefined ? '' : `${kinds.map((kind) => KIND_WORDS[kind]).join(' or ')} `
}

function scopeWords({ projectId, target, paymentId, paymentKey }: FaultMatch): string {
  return [
    projectId === undefined ? '' : ` of project ${String(projectId)}`,
    paymentId === undefined ? '' : ` of payment ${shortened(paymentId)}`,
    paymentKey === undefined ? '' : ` of the payment with the key ${paymentKey}`,
    target === undefined ? '' : ` to a target with “${shortened(target)}”`,
  ].join('')
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= 60 ? text : `${characters.slice(0, 59).join('')}…`
}

function countWords(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
  [1, 'ms'],
] as const

/** Writes milliseconds in all units that they have, without rounding: `1 min 30 s`. */
export function durationWords(ms: number): string {
  const parts: string[] = []
  let rest = ms
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${String(count)} ${unit}`)
    rest -= count * size
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}
