import { encodeUtf8 } from '#lib/bytes/utf8'
import { callbackBody, callbackHeaders } from '#domain/callback/body'
import type { JsonObject } from '#domain/callback/status-object'
import { chooseTarget } from '#domain/callback/target'
import { chooseTokenTarget, tokenBody, type TokenChange } from '#domain/callback/token-body'
import type { CallbackDue } from '#domain/payment/callbacks'
import type { CallbackPlan, Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { CallbackRow, NewCallback } from '#store/records'
import { isSelfReference } from '#core/self-address'
import type { FaultRule } from '#domain/fault/rule'
import { onceOf, readHold, writeHold } from '#core/views'
import type { BenchServices } from '#core/services'

/** Builds and signs the body that every attempt sends. Call it in the transaction of the event. */
export function newCallback(options: {
  readonly id: string
  readonly due: CallbackDue
  readonly payment: Payment
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly createdAt: number
  /** Undefined before the listeners are open. */
  readonly platformUrl: string | undefined
}): NewCallback {
  const { id, due, payment, project, crypto, createdAt, platformUrl } = options
  const unsigned = callbackBody(due.kind, payment, due.operationId, project.switches, platformUrl)
  const target = chooseTarget(payment, due.kind === 'result', due.operationId)
  return {
    ...newRow(target, { ...unsigned, signature: signPlain(unsigned, project.secret, crypto) }, due.dueAt),
    id,
    paymentKey: payment.key,
    paymentId: payment.paymentId,
    projectId: payment.projectId,
    kind: due.kind,
    createdAt,
    operationId: due.operationId,
  }
}

/** A callback about a token, signed in `general` (contract 3.9); null if none is wanted. `plan` gives the target. */
export function newTokenCallback(options: {
  readonly id: string
  readonly change: TokenChange
  readonly plan: CallbackPlan
  readonly project: Project
  readonly crypto: SignatureCrypto
  readonly createdAt: number
}): NewCallback | null {
  const { id, change, plan, project, crypto, createdAt } = options
  if (plan.disabled) return null
  const unsigned = tokenBody(change)
  const signature = signPlain(unsigned, project.secret, crypto)
  const body = { ...unsigned, general: { ...unsigned.general, signature } }
  return {
    ...newRow(chooseTokenTarget(plan), body, createdAt + plan.delayMs),
    id,
    paymentKey: null,
    paymentId: '',
    projectId: project.projectId,
    kind: 'token',
    createdAt,
    operationId: null,
  }
}

function newRow(target: string | null, body: JsonObject, dueAt: number) {
  const bytes = encodeUtf8(JSON.stringify(body))
  return {
    targetUrl: target,
    targetIsOwnPath: target !== null && isSelfReference(target),
    method: 'POST',
    headers: callbackHeaders(bytes.byteLength),
    body: bytes,
    state: target === null ? 'dropped' : 'scheduled',
    attemptCount: 0,
    firstDueAt: dueAt,
    nextN: 0,
    nextAttemptAt: target === null ? null : dueAt,
    lastStatus: null,
    lastDurationMs: null,
    replayOf: null,
    note:
      target === null
        ? 'Nothing is sent: neither the payment nor its project has a callback URL. Set one in Settings.'
        : null,
  } as const
}

/** Callbacks that rules hold until another callback has been sent. */
export type Holds = ReturnType<typeof createHolds>

/** The changes that release a held callback. The rule that held it does not hold it again. */
export function released(callback: Pick<CallbackRow, 'attemptCount' | 'hold'>, dueAt: number) {
  return callback.attemptCount > 0
    ? ({ state: 'failed', nextAttemptAt: dueAt, hold: null } as const)
    : ({
        state: 'scheduled',
        nextAttemptAt: dueAt,
        firstDueAt: dueAt,
        hold: writeHold({ kind: 'passed', ...onceOf(callback.hold) }),
      } as const)
}

/** Call `open` before use. */
export function createHolds({ store, changes }: Pick<BenchServices, 'store' | 'changes'>) {
  /** Release times of held callbacks. The store decides: entries that disagree with it are dropped. */
  const wakes = new Map<string, number>()

  const release = (row: CallbackRow, at: number): void => {
    store.callbacks.update(row.id, released(row, at))
    wakes.delete(row.id)
    changes.callback(row.id, false)
  }

  const nextWake = (): { readonly callback: CallbackRow; readonly at: number } | null => {
    while (wakes.size > 0) {
      const [id, at] = [...wakes].reduce((first, other) => (other[1] < first[1] ? other : first))
      const callback = store.callbacks.row(id)
      const hold = readHold(callback?.hold ?? null)
      if (callback?.state === 'held' && hold?.kind === 'rule' && hold.wakeAt === at) return { callback, at }
      wakes.delete(id)
    }
    return null
  }

  return {
    /** Reads the holds of the previous run. */
    open(): void {
      wakes.clear()
      for (const row of store.callbacks.held()) {
        const hold = readHold(row.hold)
        if (row.state === 'held' && hold?.kind === 'rule' && hold.wakeAt !== null)
          wakes.set(row.id, hold.wakeAt)
      }
    },
    /** Call it in a write. False without a payment or if another of its callbacks is held: both could wait forever. */
    hold(callback: CallbackRow, { id: ruleId, fault }: FaultRule, dueAt: number): boolean {
      if (fault.kind !== 'reorder' || callback.paymentKey === null) return false
      const waits = (row: CallbackRow): boolean => {
        const hold = readHold(row.hold)
        return row.id !== callback.id && row.state === 'held' && hold?.kind === 'rule'
      }
      if (store.callbacks.byPayment(callback.paymentKey).some(waits)) return false
      const wakeAt = fault.longestWaitMs === 0 ? null : dueAt + fault.longestWaitMs
      store.callbacks.update(callback.id, {
        state: 'held',
        nextAttemptAt: null,
        hold: writeHold({
          kind: 'rule',
          ruleId,
          until: fault.until,
          dueAt,
          wakeAt,
          ...onceOf(callback.hold),
        }),
      })
      if (wakeAt !== null) wakes.set(callback.id, wakeAt)
      return true
    },
    /** Releases the callbacks that waited for an attempt of this one. Call it within a write. */
    afterAttempt({ id, paymentKey }: Pick<CallbackRow, 'id' | 'paymentKey'>, now: number): void {
      if (paymentKey === null || store.callbacks.countByState().held === 0) return
      const rows = store.callbacks.byPayment(paymentKey)
      const sent = rows.find((row) => row.id === id)
      if (sent === undefined) return
      for (const row of rows) {
        const hold = readHold(row.hold)
        if (row.state !== 'held' || hold?.kind !== 'rule' || row.id === id) continue
        const isAwaited = hold.until === 'next' ? sent.seq > row.seq : hold.until === sent.kind
        if (isAwaited) release(row, Math.max(now, hold.dueAt))
      }
    },
    wakeDue(now: number): void {
      for (let next = nextWake(); next !== null && next.at <= now; next = nextWake()) {
        const { callback, at } = next
        store.write(() => {
          release(callback, at)
        })
      }
    },
    nextWake,
  }
}
