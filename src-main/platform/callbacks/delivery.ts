import { setTimeout as pause } from 'node:timers/promises'
import { nextAttempt } from '../../domain/callback/retry-schedule'
import type { SignatureCrypto } from '../../domain/signature/crypto'
import type { CallbackRecord, StoredMark } from '../../store/records'
import type { Store } from '../../store/store'
import type { Changes } from '../../bench/changes'
import type { FaultRules } from './fault-rules'
import { ownPorts, toUrl } from '../../bench/self-address'
import type { SelfAddresses, Send, SendingOutcome } from '../../bench/ports'
import type { Projects } from '../../bench/projects'
import type { SelfRequests, InFlight } from '../../bench/self-requests'
import { planAttempt } from './attempt-content'
import type { AttemptPlan } from './attempt-content'
import { isSentOnce, withoutHold } from '../../bench/hold'
import type { Holds } from './holds'

/** An outcome that cannot be written down is written again after this real time. */
const WRITE_AGAIN_MS = 1000
const SENT_ONCE = 'Sent once: repeats were not asked for.'

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
  readonly book: FaultRules
  readonly holds: Holds
  readonly crypto: SignatureCrypto
  readonly addresses: () => SelfAddresses | null
  /** Tells our listeners which attempt a request of ours is. */
  readonly ownRequests: SelfRequests
  readonly now: () => number
  readonly wallNow: () => number
  readonly changes: Changes
  readonly onFailure: (message: string, error: unknown) => void
}): Deliveries {
  const { store, projects, send, book, holds, crypto, addresses, ownRequests } = options
  const { now, wallNow, changes, onFailure } = options

  const start = (
    callback: CallbackRecord,
    url: string,
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
        targetUrl: url,
        requestBody: plan.body === callback.body ? null : plan.body,
        marks: plan.marks,
      })
      store.callbacks.update(callback.id, {
        state: 'delivering',
        hold: withoutHold(callback.hold),
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
        certificateError: outcome.certificateError ?? null,
      })
      if (!known) return
      const delivered = failure === null && answer?.status === 200
      // As it is on record now: a bulk replay that is cancelled says it while the attempt is on its way.
      const row = store.callbacks.row(callback.id)
      const once = isSentOnce(row?.hold ?? null)
      const next =
        delivered || once ? null : nextAttempt({ n: callback.nextN, dueAt, firstDueAt: callback.firstDueAt })
      store.callbacks.update(callback.id, {
        state: delivered ? 'delivered' : 'failed',
        attemptCount: callback.attemptCount + 1,
        nextN: next?.n ?? callback.nextN,
        nextAttemptAt: next?.dueAt ?? null,
        lastStatus: answer?.status ?? null,
        lastDurationMs: outcome.durationMs,
        ...(once ? { hold: null, note: delivered ? null : (row?.note ?? SENT_ONCE) } : {}),
      })
      holds.gone(callback, Math.max(now(), dueAt))
      changes.callback(callback.id, false)
      if (callback.paymentKey !== '') changes.payment(callback.paymentKey, false)
    })
  }

  /**
   * Writes down how an attempt went, again and again until it is on record: the merchant has had it, so it is not sent
   * once more. False where the program ends first; the next run repeats it then.
   */
  const record = async ({ id }: CallbackRecord, signal: AbortSignal, write: () => void): Promise<boolean> => {
    for (;;) {
      try {
        write()
        await store.committed()
        return true
      } catch (error) {
        onFailure(`How an attempt to deliver ${id} went could not be recorded`, error)
      }
      await pause(WRITE_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
  }

  return {
    async attempt(id, signal) {
      try {
        const callback = store.callbacks.byId(id)
        if (callback === null) return true
        const { targetUrl } = callback
        if (targetUrl === null || callback.nextAttemptAt === null) return true
        const dueAt = callback.nextAttemptAt
        const url = toUrl(targetUrl, addresses())
        const { seq, plan } = start(callback, url, dueAt)
        await store.committed()
        let underWay: InFlight | null = null
        const outcome = await send({
          url,
          method: callback.method,
          headers: plan.headers,
          body: plan.body,
          wireFaults: plan.wireFaults,
          verifyCertificate: projects.byId(callback.projectId)?.switches.verifyCallbackCertificate ?? false,
          signal,
          onConnected(localPort, remotePort) {
            if (!ownPorts(addresses()).has(remotePort)) return
            const { id: callbackId, kind: callbackKind } = callback
            underWay = ownRequests.expect(localPort, {
              kind: 'attempt',
              callbackId,
              callbackKind,
              attempt: seq,
            })
          },
        })
        // What a fault cut off behind its last byte is read by the listener a moment later.
        ended(underWay, outcome.answer === null)
        // Cut off by the end of the program: the next run repeats it (contract 9.3).
        if (signal.aborted) return true
        return await record(callback, signal, () => {
          finish(callback, dueAt, seq, outcome)
        })
      } catch (error) {
        onFailure(`An attempt to deliver ${id} could not be recorded`, error)
        return false
      }
    },
  }
}

function ended(underWay: InFlight | null, late: boolean): void {
  underWay?.end(late)
}

/** The callback carries each thing that was done to any of its attempts once. */
function withNew(marks: readonly StoredMark[], more: readonly StoredMark[]): readonly StoredMark[] {
  const isThere = (mark: StoredMark): boolean =>
    marks.some(({ ruleId, text }) => ruleId === mark.ruleId && text === mark.text)
  const added = more.filter((mark) => !isThere(mark))
  return added.length === 0 ? marks : [...marks, ...added]
}
