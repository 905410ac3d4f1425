import { faultMark } from '../../domain/fault/explain'
import type { FaultRule, FaultSubject } from '../../domain/fault/rule'
import type { FaultDecision } from '../../domain/fault/decide'
import type { CallbackRecord, CallbackRow, StoredMark } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import type { FaultRules } from './fault-rules'
import { toUrl } from '../../bench/self-address'
import type { PlatformIds } from '../../bench/ids'
import type { SelfAddresses } from '../../bench/ports'
import { readHold, withoutHold } from '../../bench/hold'
import type { Holds } from './holds'

export function subjectOf(
  { projectId, kind, targetUrl, paymentKey, paymentId }: CallbackRow | CallbackRecord,
  addresses: SelfAddresses | null,
): FaultSubject {
  const target = targetUrl === null ? null : toUrl(targetUrl, addresses)
  return { projectId, kind, paymentKey, paymentId, target }
}

export function overruledMarks({ overruled }: FaultDecision): readonly StoredMark[] {
  return overruled.map(({ rule, by }) => ({
    ruleId: rule.id,
    text: `Rule “${rule.name}” did not act: “${by.name}” stands before it and decides the same.`,
  }))
}

/**
 * Rules that decide whether and when a callback leaves. They are asked once, when it comes due for its first attempt, so
 * that a rule that was made meanwhile counts; what they decide is written with their counts. Returns a function that
 * says whether the callback may leave now.
 */
export function createMessageFaults(options: {
  readonly store: Store
  readonly book: FaultRules
  readonly holds: Holds
  readonly ids: PlatformIds
  readonly addresses: () => SelfAddresses | null
  readonly changes: Changes
}): (callback: CallbackRow) => boolean {
  const { store, book, holds, ids, addresses, changes } = options

  const wasAsked = (row: CallbackRow): boolean =>
    row.attemptCount > 0 ||
    row.nextN > 0 ||
    readHold(row.hold)?.kind === 'passed' ||
    row.marks.some(({ ruleId }) => ruleId !== null) ||
    store.attempts.outlines(row.id).length > 0

  const duplicate = (id: string, rule: FaultRule, dueAt: number): void => {
    const original = store.callbacks.byId(id)
    if (original === null || rule.fault.kind !== 'duplicate') return
    const { copies, gapMs } = rule.fault
    for (let copy = 1; copy <= copies; copy += 1) {
      const copyId = ids.messageId('cb')
      const due = dueAt + copy * gapMs
      store.callbacks.insert({
        ...original,
        id: copyId,
        state: 'scheduled',
        attemptCount: 0,
        firstDueAt: due,
        nextN: 0,
        nextAttemptAt: due,
        lastStatus: null,
        lastDurationMs: null,
        replayOf: id,
        hold: withoutHold(original.hold),
        marks: [
          {
            ruleId: rule.id,
            text: `Rule “${rule.name}”: this is copy ${String(copy)} of ${String(copies)}, the same bytes once more.`,
          },
        ],
      })
      changes.callback(copyId, true)
    }
  }

  const carryOut = (row: CallbackRow, dueAt: number, decision: FaultDecision): boolean => {
    const fired: FaultRule[] = []
    const marks: StoredMark[] = []
    let due = dueAt
    let leaves = true
    const act = (rule: FaultRule, failing: string | null = null): void => {
      if (failing === null) fired.push(rule)
      const text = failing === null ? faultMark(rule) : `Rule “${rule.name}” changed nothing: ${failing}.`
      marks.push({ ruleId: rule.id, text })
    }
    for (const rule of decision.acting) {
      switch (rule.fault.kind) {
        case 'delay':
          due = dueAt + rule.fault.ms
          leaves = false
          store.callbacks.update(row.id, { nextAttemptAt: due, firstDueAt: due })
          act(rule)
          break
        case 'drop':
          leaves = false
          store.callbacks.update(row.id, {
            state: 'dropped',
            nextAttemptAt: null,
            note: `${faultMark(rule)} Release it to send it all the same.`,
          })
          act(rule)
          break
        case 'reorder':
          if (row.paymentKey === '')
            act(rule, 'news about a token belongs to no payment that it could wait for')
          else if (holds.hold(row, rule, dueAt)) {
            leaves = false
            act(rule)
          } else act(rule, 'a rule holds another callback of this payment, which may wait for this one')
          break
        default:
          break
      }
    }
    for (const rule of decision.acting) {
      if (rule.fault.kind !== 'duplicate') continue
      duplicate(row.id, rule, due)
      act(rule)
    }
    marks.push(...overruledMarks(decision))
    if (marks.length > 0) store.callbacks.update(row.id, { marks: [...row.marks, ...marks] })
    book.count(decision.asked, fired)
    changes.callback(row.id, false)
    if (row.paymentKey !== '') changes.payment(row.paymentKey, false)
    return leaves
  }

  return (row) => {
    if (row.nextAttemptAt === null || wasAsked(row)) return true
    const decision = book.decide(subjectOf(row, addresses()), ['message'])
    if (decision.asked.length === 0) return true
    const { nextAttemptAt } = row
    return store.write(() => carryOut(row, nextAttemptAt, decision))
  }
}
