import { nextAttempt } from '../../core/callback/retry-schedule'
import type { SignatureCrypto } from '../../core/signature/crypto'
import type { CallbackRecord, StoredMark } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../changes'
import type { FaultBook } from '../faults/fault-book'
import { toUrl } from '../own-address'
import type { OwnAddresses, Send, SendingOutcome } from '../ports'
import type { Projects } from '../projects'
import { planAttempt } from './attempt-content'
import type { AttemptPlan } from './attempt-content'
import type { Holds } from './holds'

export interface Deliveries {
  /**
   * Makes one attempt for the callback and writes down how it went. Never rejects; false where it could not be written
   * down, which will be no better at once.
   */
  attempt(id: string, signal: AbortSignal): Promise<boolean>
}

/**
 * Sends callbacks: same bytes in every attempt, delivered only on HTTP 200, otherwise the next gap of the schedule
 * counted from the previous due time (contract 9.4). The attempt is on record before its first byte leaves, with what
 * fault rules make of it.
 */
export function createDeliveries(options: {
  readonly store: Store
  readonly projects: Projects
  readonly send: Send
  readonly book: FaultBook
  readonly holds: Holds
  readonly crypto: SignatureCrypto
  readonly addresses: () => OwnAddresses | null
  readonly now: () => number
  readonly wallNow: () => number
  readonly changes: Changes
  readonly onFailure: (message: string, error: unknown) => void
}): Deliveries {
  const { store, projects, send, book, holds, crypto, addresses, now, wallNow, changes, onFailure } = options

  const start = (
    callback: CallbackRecord,
    dueAt: number,
  ): { readonly seq: number; readonly plan: AttemptPlan } =>
    store.write(() => {
      const secret = projects.byId(callback.projectId)?.secret ?? ''
      const plan = planAttempt({ callback, book, secret, crypto, addresses: addresses() })
      const seq = store.attempts.start({
        callbackId: callback.id,
        n: callback.nextN,
        dueAt,
        sentAt: Math.max(now(), dueAt),
        wallSentAt: wallNow(),
        requestBody: plan.body === callback.body ? null : plan.body,
        marks: plan.marks,
      })
      store.callbacks.update(callback.id, {
        state: 'delivering',
        hold: null,
        marks: withNew(callback.marks, plan.marks),
      })
      changes.callback(callback.id, false)
      return { seq, plan }
    })

  const finish = (callback: CallbackRecord, dueAt: number, seq: number, outcome: SendingOutcome): void => {
    store.write(() => {
      const { answer, failure } = outcome
      const known = store.attempts.finish(seq, {
        requestHead: outcome.requestHead,
        wire: outcome.wire ?? null,
        status: answer?.status ?? null,
        answerHttpVersion: answer?.httpVersion ?? null,
        answerHeaders: answer?.headers ?? null,
        answerBody: answer?.body ?? null,
        answerTruncated: answer?.truncated ?? false,
        failureCode: failure?.code ?? null,
        failureMessage: failure?.message ?? null,
        durationMs: outcome.durationMs,
        tlsVersion: outcome.tlsVersion,
      })
      if (!known) return
      const delivered = failure === null && answer?.status === 200
      const next = delivered
        ? null
        : nextAttempt({ n: callback.nextN, dueAt, firstDueAt: callback.firstDueAt })
      store.callbacks.update(callback.id, {
        state: delivered ? 'delivered' : 'failed',
        attemptCount: callback.attemptCount + 1,
        nextN: next?.n ?? callback.nextN,
        nextAttemptAt: next?.dueAt ?? null,
        lastStatus: answer?.status ?? null,
        lastDurationMs: outcome.durationMs,
      })
      holds.gone(callback, Math.max(now(), dueAt))
      changes.callback(callback.id, false)
      if (callback.paymentKey !== '') changes.payment(callback.paymentKey, false)
    })
  }

  return {
    async attempt(id, signal) {
      const callback = store.callbacks.byId(id)
      if (callback === null) return true
      const { targetUrl } = callback
      if (targetUrl === null || callback.nextAttemptAt === null) return true
      const dueAt = callback.nextAttemptAt
      try {
        const { seq, plan } = start(callback, dueAt)
        await store.committed()
        const outcome = await send({
          url: toUrl(targetUrl, addresses()),
          method: callback.method,
          headers: plan.headers,
          body: plan.body,
          wireFaults: plan.wireFaults,
          verifyCertificate: projects.byId(callback.projectId)?.switches.verifyCallbackCertificate ?? false,
          signal,
        })
        // Cut off by the end of the program: the next run repeats it (contract 9.3).
        if (signal.aborted) return true
        finish(callback, dueAt, seq, outcome)
        await store.committed()
        return true
      } catch (error) {
        onFailure(`An attempt to deliver ${id} could not be recorded`, error)
        return false
      }
    },
  }
}

/** The callback carries each thing that was done to any of its attempts once. */
function withNew(marks: readonly StoredMark[], more: readonly StoredMark[]): readonly StoredMark[] {
  const isThere = (mark: StoredMark): boolean =>
    marks.some(({ ruleId, text }) => ruleId === mark.ruleId && text === mark.text)
  const added = more.filter((mark) => !isThere(mark))
  return added.length === 0 ? marks : [...marks, ...added]
}
