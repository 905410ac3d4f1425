import type { MessageMark } from '#protocol/messages'
import { nextAttempt } from '#domain/callback/retry-schedule'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { AttemptOutcome, CallbackRecord, CallbackRow } from '#store/records'
import type { CallbackChange } from '#store/callback-row'
import type { Store } from '#store/store'
import type { Changes } from '#core/changes'
import { isSentOnce, withoutHold } from '#core/hold'
import type { SelfAddresses } from '#core/ports'
import type { SendOutcome } from '#core/sending'
import type { Projects } from '#core/projects'
import { toUrl } from '#core/self-address'
import type { FaultRules } from './fault-rules'
import type { Holds } from './holds'
import type { CallbackId } from '#domain/ids'
import { applyToAttempt, wireFaultsOf } from '#domain/fault/attempt-faults'
import { faultMark } from '#domain/fault/explain'
import { FAULTS } from '#domain/fault/fault-table'
import type { WireFaults } from '#domain/fault/kind'
import type { HeaderList } from '#lib/http-message/message'
import { overruledMarks, subjectOf } from './message-faults'

const SENT_ONCE = 'Sent once, as asked: a failed attempt is not repeated.'

/** A recorded attempt that has not ended. Times are virtual, epoch milliseconds. */
export interface OpenAttempt {
  readonly seq: number
  readonly callback: CallbackRecord
  readonly url: string
  readonly dueAt: number
  readonly plan: AttemptPlan
}

/** Records attempts: before the first byte is sent, with the effect of fault rules, and again at the end. */
export interface AttemptLog {
  /** Records the start of an attempt. Null: nothing is due any more. */
  start(callbackId: CallbackId): OpenAttempt | null
  /** Records the outcome and schedules the next attempt, if there is one (contract 9.4). */
  finish(attempt: OpenAttempt, outcome: SendOutcome): void
  /** Drops a callback that can never be sent. `note` says why. */
  setAside(callbackId: CallbackId, note: string): void
}

export function createAttemptLog(options: {
  readonly store: Store
  readonly projects: Projects
  readonly faultRules: FaultRules
  readonly holds: Holds
  readonly crypto: SignatureCrypto
  readonly addresses: () => SelfAddresses | null
  readonly now: () => number
  readonly wallNow: () => number
  readonly changes: Changes
}): AttemptLog {
  const { store, projects, faultRules, holds, crypto, addresses, now, wallNow, changes } = options

  return {
    start(callbackId) {
      const callback = store.callbacks.byId(callbackId)
      if (callback === null) return null
      const { targetUrl, nextAttemptAt: dueAt } = callback
      if (targetUrl === null || dueAt === null) return null
      const url = toUrl(targetUrl, addresses())
      return store.write(() => {
        const secret = projects.byId(callback.projectId)?.secret ?? ''
        const plan = planAttempt({ callback, faultRules, secret, crypto, addresses: addresses() })
        const seq = store.attempts.start({
          callbackId,
          n: callback.nextN,
          dueAt,
          sentAt: Math.max(now(), dueAt),
          wallSentAt: wallNow(),
          targetUrl: url,
          requestBody: plan.body === callback.body ? null : plan.body,
          marks: plan.marks,
        })
        store.callbacks.update(callbackId, {
          state: 'delivering',
          hold: withoutHold(callback.hold),
          marks: withNew(callback.marks, plan.marks),
        })
        changes.callback(callbackId, false)
        return { seq, callback, url, dueAt, plan }
      })
    },
    finish({ seq, callback, dueAt }, outcome) {
      store.write(() => {
        const isKnown = store.attempts.finish(seq, recordOf(outcome))
        if (!isKnown) return
        // Read the row again: a bulk replay may have been cancelled while the attempt was in flight.
        const row = store.callbacks.row(callback.id)
        store.callbacks.update(callback.id, afterAttempt({ callback, row, dueAt, outcome }))
        holds.afterAttempt(callback, Math.max(now(), dueAt))
        changes.callback(callback.id, false)
        if (callback.paymentKey !== null) changes.payment(callback.paymentKey, false)
      })
    },
    setAside(callbackId, note) {
      store.callbacks.update(callbackId, { state: 'dropped', nextAttemptAt: null, note })
      changes.callback(callbackId, false)
    },
  }
}

function recordOf(outcome: SendOutcome): AttemptOutcome {
  const { response, failure } = outcome
  return {
    requestHead: outcome.requestHead,
    wire: outcome.wire,
    status: response?.status ?? null,
    answerHttpVersion: response?.httpVersion ?? null,
    answerHeaders: response?.headers ?? null,
    answerBody: response?.body ?? null,
    answerTruncated: response?.truncated ?? false,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    durationMs: outcome.durationMs,
    tlsVersion: outcome.tlsVersion,
    certificateError: outcome.certificateError,
  }
}

/**
 * Returns the state of a callback after an attempt. Only HTTP 200 counts as delivered; otherwise the next gap of the
 * schedule starts at the previous due time (contract 9.4).
 */
function afterAttempt(options: {
  readonly callback: CallbackRecord
  readonly row: CallbackRow | null
  readonly dueAt: number
  readonly outcome: SendOutcome
}): CallbackChange {
  const { callback, row, dueAt, outcome } = options
  const { response, failure, durationMs } = outcome
  const isDelivered = failure === null && response?.status === 200
  const isLast = isSentOnce(row?.hold ?? null)
  const next =
    isDelivered || isLast ? null : nextAttempt({ n: callback.nextN, dueAt, firstDueAt: callback.firstDueAt })
  return {
    state: isDelivered ? 'delivered' : 'failed',
    attemptCount: callback.attemptCount + 1,
    nextN: next?.n ?? callback.nextN,
    nextAttemptAt: next?.dueAt ?? null,
    lastStatus: response?.status ?? null,
    lastDurationMs: durationMs,
    ...(isLast ? { hold: null, note: isDelivered ? null : (row?.note ?? SENT_ONCE) } : {}),
  }
}

/** Adds the marks of an attempt to those of its callback, each mark once. */
function withNew(marks: readonly MessageMark[], more: readonly MessageMark[]): readonly MessageMark[] {
  const isThere = (mark: MessageMark): boolean =>
    marks.some(({ ruleId, text }) => ruleId === mark.ruleId && text === mark.text)
  const added = more.filter((mark) => !isThere(mark))
  return added.length === 0 ? marks : [...marks, ...added]
}

/** The content of one attempt, and the marks of the fault rules that acted on it. */
interface AttemptPlan {
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly wireFaults: WireFaults | null
  readonly marks: readonly MessageMark[]
}

/**
 * Applies the fault rules to one attempt and counts them. Call it in the write that records the attempt. The callback
 * itself keeps its bytes.
 */
function planAttempt(options: {
  readonly callback: CallbackRecord
  readonly faultRules: FaultRules
  readonly secret: string
  readonly crypto: SignatureCrypto
  readonly addresses: SelfAddresses | null
}): AttemptPlan {
  const { callback, faultRules, secret, crypto, addresses } = options
  const { headers, body } = callback
  const decision = faultRules.decide(subjectOf(callback, addresses), ['attempt', 'wire'])
  if (decision.asked.length === 0) return { headers, body, wireFaults: null, marks: [] }
  const onWire = decision.acting.filter(({ fault }) => FAULTS[fault.kind].stage === 'wire')
  const { content, effects } = applyToAttempt({ headers, body }, decision.acting, secret, crypto)
  faultRules.count(decision.asked, [
    ...onWire,
    ...effects.filter(({ fired }) => fired).map(({ rule }) => rule),
  ])
  return {
    ...content,
    wireFaults: wireFaultsOf(onWire.map(({ fault }) => fault)),
    marks: [
      ...effects.map(({ rule, text }) => ({ ruleId: rule.id, text })),
      ...onWire.map((rule) => ({ ruleId: rule.id, text: faultMark(rule) })),
      ...overruledMarks(decision),
    ],
  }
}
