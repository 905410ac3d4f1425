import type { Fault, FaultStage } from './fault'
import { chanceAt } from './chance'
import { FAULTS } from './fault-table'
import { type CountedRule, type FaultRule, type FaultSubject, isAbout } from './rule'

/** What the rules decide for one message. */
export interface FaultDecision {
  /** Rules that act, in their order. */
  readonly acting: readonly FaultRule[]
  /** Rules that would have acted, but follow one that decides the same aspect. */
  readonly overruled: readonly { readonly rule: FaultRule; readonly by: FaultRule }[]
  /** Every rule that was asked. */
  readonly asked: readonly FaultRule[]
}

/**
 * Asks the rules of the given stages, first to last. Several may act on one message; where two decide the same aspect of
 * it, the first one acts and the other is listed as overruled, which does not count as a firing.
 */
export function decideFaults(
  rules: readonly CountedRule[],
  subject: FaultSubject,
  stages: readonly FaultStage[],
): FaultDecision {
  const acting: FaultRule[] = []
  const overruled: { rule: FaultRule; by: FaultRule }[] = []
  const asked: FaultRule[] = []
  const decided = new Map<string, FaultRule>()
  for (const counted of rules) {
    const { rule } = counted
    if (!stages.includes(FAULTS[rule.fault.kind].stage) || !isAbout(rule, subject)) continue
    asked.push(rule)
    if (!actsNow(counted)) continue
    const aspects = aspectsOf(rule.fault)
    const by = aspects.map((aspect) => decided.get(aspect)).find((other) => other !== undefined)
    if (by !== undefined) {
      overruled.push({ rule, by })
      continue
    }
    for (const aspect of aspects) decided.set(aspect, rule)
    acting.push(rule)
  }
  return { acting, overruled, asked }
}

/** Whether the `when` of a rule holds, by its counts. */
function actsNow({ rule: { when }, evaluated, fired }: CountedRule): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'first':
      return fired < when.count
    case 'chance':
      return chanceAt(when.seed, evaluated) * 100 < when.percent
  }
}

/** The aspects of a message that a fault decides. Two faults that share one exclude each other. */
function aspectsOf(fault: Fault): readonly string[] {
  switch (fault.kind) {
    case 'delay':
      return ['departure']
    case 'drop':
    case 'reorder':
      return ['departure', 'copies']
    case 'duplicate':
      return ['copies']
    case 'corruptSignature':
      return ['signature']
    case 'changeField':
    case 'removeField':
    case 'unknownField':
      return [isSignaturePath(fault.path) ? 'signature' : `field ${fault.path}`]
    case 'contentType':
      return ['content type']
    case 'charset':
      return fault.announce ? ['charset', 'content type'] : ['charset']
    case 'chunked':
      return ['framing']
    case 'slowBody':
      return ['pace']
    case 'cut':
    case 'closeBeforeAnswer':
      return ['ending']
    case 'http10':
      return ['start line']
  }
}

/** Where callbacks carry their signature (contract 2.1, 3.9). */
export function isSignaturePath(path: string): boolean {
  return path === 'signature' || path === 'general.signature'
}
