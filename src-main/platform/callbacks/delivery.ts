import { setTimeout as pause } from 'node:timers/promises'
import type { CallbackId } from '#domain/ids'
import type { SendOutcome } from '#core/sending'
import { type InFlight, selfPorts, toUrl } from '#core/self-address'
import type { MessageMark } from '#protocol/messages'
import { nextAttempt } from '#domain/callback/retry-schedule'
import type { AttemptOutcome, CallbackRecord, CallbackRow } from '#store/records'
import type { CallbackChange } from '#store/rows'
import { isSentOnce, withoutHold } from '#core/views'
import { applyToAttempt, wireFaultsOf } from '#domain/fault/attempt-faults'
import { faultMark } from '#domain/fault/explain'
import { FAULTS } from '#domain/fault/fault-table'
import type { WireFaults } from '#domain/fault/kind'
import type { HeaderList } from '#lib/http-message/message'
import { type FaultRules, overruledMarks, subjectOf } from './fault-rules'
import type { Holds } from './enqueue'
import type { BenchServices } from '#core/services'

/** Wall-clock milliseconds until another try to record an outcome. */
const RECORD_AGAIN_MS = 1000

export type Deliveries = ReturnType<typeof createDeliveries>

interface DeliveryParts extends Omit<
  BenchServices,
  'ids' | 'clock' | 'randomHex' | 'sha256Hex' | 'reference' | 'ending'
> {
  readonly faultRules: FaultRules
  readonly holds: Holds
}

/** Every attempt sends the same bytes (contract 9.4), except for changes by fault rules. */
export function createDeliveries(parts: DeliveryParts) {
  const { store, projects, send, addresses, selfRequests, onFailure } = parts
  const attemptLog = createAttemptLog(parts)

  const transmit = async (attempt: OpenAttempt, signal: AbortSignal): Promise<SendOutcome> => {
    const { seq, callback, url, plan } = attempt
    let inFlight = null as InFlight | null
    const outcome = await send({
      url,
      method: callback.method,
      headers: plan.headers,
      body: plan.body,
      wireFaults: plan.wireFaults,
      verifyCertificate: projects.byId(callback.projectId)?.switches.verifyCallbackCertificate ?? false,
      signal,
      onConnected(localPort, remotePort) {
        if (!selfPorts(addresses()).has(remotePort)) return
        const { id: callbackId, kind: callbackKind } = callback
        inFlight = selfRequests.expect(localPort, { kind: 'attempt', callbackId, callbackKind, attempt: seq })
      },
    })
    // Without a response, our own listener may still have to read the request: it stays expected for a moment.
    inFlight?.end(outcome.response === null)
    return outcome
  }

  /** Retries until the outcome is recorded: the merchant may have the callback. False if the program ends first. */
  const record = async (
    attempt: OpenAttempt,
    outcome: SendOutcome,
    signal: AbortSignal,
  ): Promise<boolean> => {
    for (;;) {
      try {
        attemptLog.finish(attempt, outcome)
        await store.committed()
        return true
      } catch (error) {
        onFailure(`The outcome of an attempt to deliver ${attempt.callback.id} could not be recorded`, error)
      }
      await pause(RECORD_AGAIN_MS, undefined, { ref: false, signal }).catch(() => undefined)
      if (signal.aborted) return false
    }
  }

  return {
    /** Never rejects. Resolves to false if the attempt could not be recorded: an immediate retry would fail too. */
    async attempt(id: string, signal: AbortSignal): Promise<boolean> {
      try {
        const attempt = attemptLog.start(id)
        if (attempt === null) return true
        await store.committed()
        const outcome = await transmit(attempt, signal)
        // The end of the program aborted the attempt: the next run repeats it (contract 9.3).
        return signal.aborted || (await record(attempt, outcome, signal))
      } catch (error) {
        onFailure(`An attempt to deliver ${id} could not be recorded`, error)
        return false
      }
    },
  }
}

const SENT_ONCE = 'Sent once, as requested: a failed attempt is not repeated.'

interface OpenAttempt {
  readonly seq: number
  readonly callback: CallbackRecord
  readonly url: string
  readonly dueAt: number
  readonly plan: AttemptPlan
}

/** Records each attempt, with the effects of fault rules, before its first byte is sent, and its outcome at the end. */
function createAttemptLog(parts: DeliveryParts) {
  const { store, holds, addresses, now, wallNow, changes } = parts

  return {
    /** Null if there is nothing to send: the callback was removed, or has no target or no due time. */
    start(callbackId: CallbackId): OpenAttempt | null {
      const callback = store.callbacks.byId(callbackId)
      if (callback === null) return null
      const { targetUrl, nextAttemptAt: dueAt } = callback
      if (targetUrl === null || dueAt === null) return null
      const url = toUrl(targetUrl, addresses())
      return store.write(() => {
        const plan = planAttempt(callback, parts)
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
          marks: withNewMarks(callback.marks, plan.marks),
        })
        changes.callback(callbackId, false)
        return { seq, callback, url, dueAt, plan }
      })
    },
    /** Also schedules the next attempt, if there is one (contract 9.4). */
    finish(attempt: OpenAttempt, outcome: SendOutcome): void {
      const { seq, callback, dueAt } = attempt
      store.write(() => {
        const isKnown = store.attempts.finish(seq, recordOf(outcome))
        if (!isKnown) return
        // Read the row again: a bulk replay may have been cancelled while the attempt was in flight.
        const row = store.callbacks.row(callback.id)
        store.callbacks.update(callback.id, afterAttempt(attempt, row, outcome))
        holds.afterAttempt(callback, Math.max(now(), dueAt))
        changes.callback(callback.id, false)
        if (callback.paymentKey !== null) changes.payment(callback.paymentKey, false)
      })
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

/** Only HTTP 200 counts as delivered; the next gap starts at the previous due time (contract 9.4). */
function afterAttempt(
  { callback, dueAt }: OpenAttempt,
  row: CallbackRow | null,
  { response, failure, durationMs }: SendOutcome,
): CallbackChange {
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

function withNewMarks(marks: readonly MessageMark[], more: readonly MessageMark[]): readonly MessageMark[] {
  const isThere = (mark: MessageMark): boolean =>
    marks.some(({ ruleId, text }) => ruleId === mark.ruleId && text === mark.text)
  const added = more.filter((mark) => !isThere(mark))
  return added.length === 0 ? marks : [...marks, ...added]
}

interface AttemptPlan {
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly wireFaults: WireFaults | null
  readonly marks: readonly MessageMark[]
}

/** Applies the fault rules to an attempt and counts them in the write that records it. Leaves the callback as it is. */
function planAttempt(callback: CallbackRecord, parts: DeliveryParts): AttemptPlan {
  const { faultRules, projects, crypto, addresses } = parts
  const { headers, body } = callback
  const decision = faultRules.decide(subjectOf(callback, addresses()), ['attempt', 'wire'])
  if (decision.evaluated.length === 0) return { headers, body, wireFaults: null, marks: [] }
  const onWire = decision.acting.filter(({ fault }) => FAULTS[fault.kind].stage === 'wire')
  const secret = projects.byId(callback.projectId)?.secret ?? ''
  const { content, effects } = applyToAttempt({ headers, body }, decision.acting, secret, crypto)
  faultRules.count(decision.evaluated, [
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
