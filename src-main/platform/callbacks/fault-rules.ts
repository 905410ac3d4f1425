import { type FaultRuleView, MAX_RULES } from '#protocol/rules'
import { faultMark, faultSentence } from '#domain/fault/explain'
import { FAULTS, type FaultOf, type FaultStage, isAt } from '#domain/fault/fault-table'
import {
  decideFaults,
  type FaultDecision,
  faultRule,
  type FaultRule,
  type FaultSubject,
} from '#domain/fault/rule'
import type { Store } from '#store/store'
import { refuseParams } from '#core/errors'
import { createRuleRepository } from '#core/rules/rule-repository'
import type { MessageMark } from '#protocol/messages'
import type { CallbackRecord, CallbackRow } from '#store/records'
import { toUrl } from '#core/self-address'
import type { SelfAddresses } from '#core/sending'
import { readHold, withoutHold } from '#core/views'
import type { Holds } from './enqueue'
import type { BenchServices } from '#core/services'

export type FaultRules = ReturnType<typeof createFaultRules>

export function createFaultRules({
  projects,
  ...services
}: Pick<BenchServices, 'store' | 'projects' | 'changes' | 'randomHex'>) {
  const rules = createRuleRepository<FaultRule, FaultRule, FaultRuleView>({
    ...services,
    list: 'fault',
    name: 'fault rule',
    newPlace: MAX_RULES,
    shape: faultRule,
    ruleOf: (kept) => kept,
    make: (rule) => rule,
    refuse: (given, fieldOf) => {
      const issues = given.map(({ match: { projectId } }, index) => ({
        projectId,
        field: `${fieldOf(index)}.match.projectId`,
        message: `There is no project ${String(projectId)}. Choose one of projects.list, or leave it out.`,
      }))
      refuseParams(issues.filter(({ projectId: id }) => id !== undefined && projects.byId(id) === null))
    },
    viewOf: ({ kept, evaluated, fired }) => ({
      ...kept,
      sentence: faultSentence(kept),
      stage: FAULTS[kept.fault.kind].stage,
      evaluated,
      fired,
    }),
    event: (listed) => ({ type: 'faults.changed', ...listed }),
  })
  return {
    ...rules,
    decide: (subject: FaultSubject, stages: readonly FaultStage[]) =>
      decideFaults(
        rules.all().map(({ kept, evaluated, fired }) => ({ rule: kept, evaluated, fired })),
        subject,
        stages,
      ),
    /** Call it in the write that carries out the decision. */
    count(evaluated: readonly FaultRule[], fired: readonly FaultRule[]): void {
      for (const { id } of evaluated) {
        rules.countOne(
          id,
          fired.some((rule) => rule.id === id),
        )
      }
    },
  }
}

export function subjectOf(
  { projectId, kind, targetUrl, paymentKey, paymentId }: CallbackRow | CallbackRecord,
  addresses: SelfAddresses | null,
): FaultSubject {
  const target = targetUrl === null ? null : toUrl(targetUrl, addresses)
  return { projectId, kind, paymentKey, paymentId, target }
}

/** A mark for each rule that did not act because an earlier rule decided the same aspect. */
export function overruledMarks({ overruled }: FaultDecision): readonly MessageMark[] {
  return overruled.map(({ rule, by }) => ({
    ruleId: rule.id,
    text: `Rule “${rule.name}” did not act: “${by.name}” comes before it and decides the same aspect.`,
  }))
}

interface Effect {
  /** When the callback is or would have been sent: virtual, epoch milliseconds. */
  readonly dueAt: number
  readonly isStopped: boolean
  /** Why the rule could not act; null if it did. */
  readonly obstacle: string | null
}

interface MessageFaultServices extends Pick<BenchServices, 'store' | 'ids' | 'addresses' | 'changes'> {
  readonly faultRules: FaultRules
  readonly holds: Holds
}

/** Applies the rules when the first attempt of a callback is due. True: send it now; false: later or never. */
export function createMessageFaults(services: MessageFaultServices): (callback: CallbackRow) => boolean {
  const { store, faultRules, addresses } = services
  return (row) => {
    const { nextAttemptAt } = row
    if (nextAttemptAt === null || rulesWereApplied(row, store)) return true
    const decision = faultRules.decide(subjectOf(row, addresses()), ['message'])
    if (decision.evaluated.length === 0) return true
    return store.write(() => carryOut(row, nextAttemptAt, decision, services))
  }
}

function rulesWereApplied(row: CallbackRow, store: Store): boolean {
  return (
    row.attemptCount > 0 ||
    row.nextN > 0 ||
    readHold(row.hold)?.kind === 'passed' ||
    row.marks.some(({ ruleId }) => ruleId !== null) ||
    store.attempts.hasAny(row.id)
  )
}

function carryOut(
  row: CallbackRow,
  dueAt: number,
  decision: FaultDecision,
  services: MessageFaultServices,
): boolean {
  const { store, faultRules, changes } = services
  const isCopying = ({ fault }: FaultRule): boolean => fault.kind === 'duplicate'
  const act = (rule: FaultRule, due: number) => ({ rule, effect: effectOf(rule, row, due, services) })
  const first = decision.acting.filter((rule) => !isCopying(rule)).map((rule) => act(rule, dueAt))
  // Copies are sent after the callback itself, so a delay applies to them too.
  const delayedTo = first.reduce((due, { effect }) => Math.max(due, effect.dueAt), dueAt)
  const acted = [...first, ...decision.acting.filter(isCopying).map((rule) => act(rule, delayedTo))]

  const marks = [...acted.map(({ rule, effect }) => markOf(rule, effect)), ...overruledMarks(decision)]
  if (marks.length > 0) store.callbacks.update(row.id, { marks: [...row.marks, ...marks] })
  const fired = acted.filter(({ effect }) => effect.obstacle === null).map(({ rule }) => rule)
  faultRules.count(decision.evaluated, fired)
  changes.callback(row.id, false)
  if (row.paymentKey !== null) changes.payment(row.paymentKey, false)
  return !acted.some(({ effect }) => effect.isStopped)
}

function effectOf(rule: FaultRule, row: CallbackRow, dueAt: number, services: MessageFaultServices): Effect {
  const { store, holds } = services
  const { fault } = rule
  if (!isAt(fault, 'message')) {
    throw new Error(`A ${fault.kind} fault does not belong to the message stage`)
  }
  switch (fault.kind) {
    case 'delay': {
      const later = dueAt + fault.ms
      store.callbacks.update(row.id, { nextAttemptAt: later, firstDueAt: later })
      return { dueAt: later, isStopped: true, obstacle: null }
    }
    case 'drop':
      store.callbacks.update(row.id, {
        state: 'dropped',
        nextAttemptAt: null,
        note: `${faultMark(rule)} Release it to send it anyway.`,
      })
      return { dueAt, isStopped: true, obstacle: null }
    case 'reorder': {
      const isHeld = holds.hold(row, rule, dueAt)
      return { dueAt, isStopped: isHeld, obstacle: isHeld ? null : obstacleToHolding(row) }
    }
    case 'duplicate':
      insertCopies(row.id, rule, fault, dueAt, services)
      return { dueAt, isStopped: false, obstacle: null }
  }
}

function obstacleToHolding({ paymentKey }: CallbackRow): string {
  return paymentKey === null
    ? 'a token callback belongs to no payment, so there is no other callback to wait for'
    : 'a rule holds another callback of this payment, which may wait for this one'
}

function markOf(rule: FaultRule, { obstacle }: Effect): MessageMark {
  const text = obstacle === null ? faultMark(rule) : `Rule “${rule.name}” changed nothing: ${obstacle}.`
  return { ruleId: rule.id, text }
}

function insertCopies(
  id: string,
  rule: FaultRule,
  { copies, gapMs }: FaultOf<'duplicate'>,
  dueAt: number,
  { store, ids, changes }: MessageFaultServices,
): void {
  const original = store.callbacks.byId(id)
  if (original === null) return
  for (let copy = 1; copy <= copies; copy += 1) {
    const copyId = ids.callbackId()
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
