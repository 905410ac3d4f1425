import { isWebAddress } from '#lib/web-address'
import { BenchError } from '#protocol/connection'
import type { RetryAction } from '#protocol/messages'
import type { CallbackRow } from '#store/records'
import type { CallbackChange } from '#store/rows'
import type { BenchContext } from '#workbench/context'
import { invalidParam, notFound } from '#core/errors'
import { isSelfReference, toReference, toUrl } from '#core/self-address'
import { onceOf, readHold, writeHold } from '#core/views'
import { released } from '#platform/callbacks/enqueue'
import { retryRefusal } from './retry-actions'

/** Changes the schedule of a callback for the tester. Records every change with a mark on the callback. */
export interface RetryControl {
  sendNow(id: string): void
  /** Holds the callback until it is released. The clock does not wait for it. */
  hold(id: string): void
  /** Continues the schedule. If the callback became due meanwhile, sends it at once. */
  release(id: string): void
  /** Ends the schedule. A release continues it. */
  cancel(id: string): void
  retarget(id: string, target: string): void
  /** Sends the same bytes by a new schedule that begins at n = 0 (contract 9.4, 9.5). */
  resend(id: string): void
}

/** @param onDone called after every change */
export function createRetryControl(
  context: BenchContext,
  onDone: (action: RetryAction, id: string) => void,
): RetryControl {
  const { store, clock, scheduler, changes, addresses } = context

  /** Calls `changeOf` and `markOf` within the write, with the present row. */
  const act = (
    action: RetryAction,
    id: string,
    changeOf: (row: CallbackRow, now: number) => CallbackChange,
    markOf: (row: CallbackRow) => string,
  ): void => {
    store.write(() => {
      const row = store.callbacks.row(id)
      if (row === null) throw notFound('callback', id)
      const refusal = retryRefusal(action, row)
      if (refusal !== null) throw new BenchError('wrong_state', refusal)
      const mark = { ruleId: null, text: markOf(row) }
      store.callbacks.update(id, { ...changeOf(row, clock.now()), marks: [...row.marks, mark] })
      changes.callback(id, false)
      if (row.paymentKey !== null) changes.payment(row.paymentKey, false)
    })
    onDone(action, id)
    scheduler.wake()
  }

  return {
    sendNow(id) {
      act('sendNow', id, sentNow, () => 'Sent at once by the tester.')
    },
    hold(id) {
      act('hold', id, held, () => 'Held by the tester.')
    },
    release(id) {
      act('release', id, resumed, ({ state }) =>
        state === 'held' ? 'Released by the tester.' : 'Put back on its schedule by the tester.',
      )
    },
    cancel(id) {
      act('cancel', id, dropped, () => 'Dropped by the tester.')
    },
    retarget(id, target) {
      const reference = targetReference(target, addresses)
      const urlOf = (kept: string | null): string => (kept === null ? 'none' : toUrl(kept, addresses()))
      act(
        'retarget',
        id,
        (row) => retargeted(row, reference),
        (row) => `The tester changed the target from ${urlOf(row.targetUrl)} to ${urlOf(reference)}.`,
      )
    },
    resend(id) {
      act('resend', id, resent, () => 'Resent by the tester: a new schedule with the same bytes.')
    },
  }
}

const sentNow = (row: CallbackRow, now: number): CallbackChange => ({ ...released(row, now), note: null })

const held = (row: CallbackRow, now: number): CallbackChange => ({
  state: 'held',
  nextAttemptAt: null,
  hold: writeHold({ kind: 'tester', dueAt: row.nextAttemptAt ?? now, ...onceOf(row.hold) }),
})

function resumed(row: CallbackRow, now: number): CallbackChange {
  const hold = readHold(row.hold)
  const note = hold?.kind === 'dropped' ? hold.note : null
  // A schedule that was over when the callback was dropped stays over.
  if (hold?.kind === 'dropped' && hold.dueAt === null && row.attemptCount > 0) {
    return { state: 'failed', nextAttemptAt: null, hold: null, note }
  }
  return { ...released(row, Math.max(plannedAt(row) ?? 0, now)), note }
}

const dropped = (row: CallbackRow): CallbackChange => ({
  state: 'dropped',
  nextAttemptAt: null,
  note: 'The tester dropped this callback, so nothing more is sent. Release it to send it after all.',
  hold: writeHold({ kind: 'dropped', dueAt: plannedAt(row), note: row.note, ...onceOf(row.hold) }),
})

const retargeted = (row: CallbackRow, reference: string): CallbackChange => ({
  targetUrl: reference,
  targetIsOwnPath: isSelfReference(reference),
  ...(row.targetUrl === null ? { note: 'The callback has a target now. Release it to send it.' } : {}),
})

const resent = (_row: CallbackRow, now: number): CallbackChange => ({
  state: 'scheduled',
  nextN: 0,
  firstDueAt: now,
  nextAttemptAt: now,
  hold: writeHold({ kind: 'passed' }),
  note: null,
})

/** When the callback was due before it was stopped; null where that is unknown or nothing was planned. */
function plannedAt(row: CallbackRow): number | null {
  const hold = readHold(row.hold)
  switch (hold?.kind) {
    case 'rule':
    case 'tester':
    case 'dropped':
      return hold.dueAt
    case 'passed':
    case 'free':
    case undefined:
      return row.nextAttemptAt
  }
}

/** @throws BenchError invalid_params for a target that is not a URL */
function targetReference(target: string, addresses: BenchContext['addresses']): string {
  const reference = toReference(target, addresses())
  if (isSelfReference(reference) || isWebAddress(target)) return reference
  throw invalidParam('target', 'Give an absolute http or https URL, such as https://shop.test/callbacks.')
}
