import { BenchError } from '../../protocol/bench-error'
import { RETRY_ACTIONS } from '../../protocol/messages'
import type { RetryAction } from '../../protocol/messages'
import type { CallbackChange, CallbackRow } from '../../store/records'
import type { BenchContext } from '../context'
import { notFound } from '../../bench/errors'
import { isOwn, toReference, toUrl } from '../../bench/self-address'
import { onceOf, readHold, writeHold } from '../../bench/hold'
import { letGo } from '../../platform/callbacks/holds'

type Subject = Pick<CallbackRow, 'state' | 'nextAttemptAt' | 'attemptCount' | 'targetUrl'>

const ON_ITS_WAY = 'An attempt is on its way. Wait for its answer, then try again.'
const DELIVERED = 'It was delivered, so nothing is planned any more. Resend it to begin a new schedule.'
const OVER =
  'Its schedule is over: the last attempt failed and none is planned. Resend it to begin a new one.'
const NOWHERE = 'It has no target. Give it one first.'

/** Why a tester cannot do this to the callback now; null where it can be done. */
export function retryRefusal(action: RetryAction, callback: Subject): string | null {
  const { state, nextAttemptAt, targetUrl } = callback
  if (state === 'delivering') return ON_ITS_WAY
  const over = state === 'failed' && nextAttemptAt === null
  switch (action) {
    case 'sendNow':
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped')
        return targetUrl === null ? NOWHERE : 'It was dropped. Release it to send it after all.'
      return over ? OVER : null
    case 'hold':
      if (state === 'held') return 'It is held already. Release it to let it go.'
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped') return 'It was dropped, so nothing will leave. There is nothing to hold.'
      return over ? OVER : null
    case 'release':
      if (state === 'dropped') return targetUrl === null ? NOWHERE : null
      return state === 'held' ? null : 'Nothing holds it: only what is held or dropped can be released.'
    case 'cancel':
      if (state === 'delivered') return DELIVERED
      if (state === 'dropped') return 'It was dropped already. Release it to take that back.'
      return over ? OVER : null
    case 'retarget':
      return state === 'delivered'
        ? 'It was delivered to its target, and that stays on record. Replay it to send it elsewhere.'
        : null
    case 'resend':
      if (targetUrl === null) return NOWHERE
      if (callback.attemptCount === 0 && state === 'scheduled')
        return 'It was not sent yet, so there is nothing to repeat. Send it now instead.'
      return null
  }
}

/** What can be done to the callback now. */
export function retryActions(callback: Subject): RetryAction[] {
  return RETRY_ACTIONS.filter((action) => retryRefusal(action, callback) === null)
}

/** What the tester does to the schedule of a callback. Every change is written with a mark that says so. */
export interface RetryControl {
  sendNow(id: string): void
  /** Keeps it back until it is released; the clock goes on without it. */
  hold(id: string): void
  /** Takes up the schedule where it was left; what became due meanwhile leaves at once. */
  release(id: string): void
  /** Nothing more is sent. Releasing it takes that back. */
  cancel(id: string): void
  retarget(id: string, target: string): void
  /** The same bytes by a new schedule that begins at n = 0 (contract 9.4, 9.5). */
  resend(id: string): void
}

/** `onDone` hears of every change once it is made. */
export function createRetryControl(
  context: BenchContext,
  onDone: (action: RetryAction, id: string) => void,
): RetryControl {
  const { store, clock, scheduler, changes, addresses } = context

  /** `change` is worked out within the write, from what is on record then. */
  const act = (
    action: RetryAction,
    id: string,
    change: (row: CallbackRow) => CallbackChange,
    text: string | ((row: CallbackRow) => string),
  ): void => {
    store.write(() => {
      const row = store.callbacks.row(id)
      if (row === null) throw notFound('callback', id)
      const refusal = retryRefusal(action, row)
      if (refusal !== null) throw new BenchError('wrong_state', refusal)
      const mark = { ruleId: null, text: typeof text === 'string' ? text : text(row) }
      store.callbacks.update(id, { ...change(row), marks: [...row.marks, mark] })
      changes.callback(id, false)
      if (row.paymentKey !== '') changes.payment(row.paymentKey, false)
    })
    onDone(action, id)
    scheduler.wake()
  }

  /** When it was to leave before it was stopped; null where that is not known or nothing was planned. */
  const plannedAt = (row: CallbackRow): number | null => {
    const hold = readHold(row.hold)
    switch (hold?.kind) {
      case 'rule':
      case 'tester':
      case 'dropped':
        return hold.dueAt
      default:
        return row.nextAttemptAt
    }
  }

  return {
    sendNow(id) {
      act('sendNow', id, (row) => ({ ...letGo(row, clock.now()), note: null }), 'Sent at once by the tester.')
    },
    hold(id) {
      act(
        'hold',
        id,
        (row) => ({
          state: 'held',
          nextAttemptAt: null,
          hold: writeHold({
            ...{ kind: 'tester', dueAt: row.nextAttemptAt ?? clock.now() },
            ...onceOf(row.hold),
          }),
        }),
        'Held by the tester.',
      )
    },
    release(id) {
      act(
        'release',
        id,
        (row) => {
          const hold = readHold(row.hold)
          const at = Math.max(plannedAt(row) ?? 0, clock.now())
          // A schedule that was over when it was dropped is over again.
          if (hold?.kind === 'dropped' && hold.dueAt === null && row.attemptCount > 0) {
            return { state: 'failed', nextAttemptAt: null, hold: null, note: hold.note }
          }
          return { ...letGo(row, at), note: hold?.kind === 'dropped' ? hold.note : null }
        },
        (row) =>
          row.state === 'held' ? 'Released by the tester.' : 'Put back on its schedule by the tester.',
      )
    },
    cancel(id) {
      act(
        'cancel',
        id,
        (row) => ({
          state: 'dropped',
          nextAttemptAt: null,
          note: 'The tester cancelled it: nothing more is sent. Release it to take that back.',
          hold: writeHold({
            ...{ kind: 'dropped', dueAt: plannedAt(row), note: row.note },
            ...onceOf(row.hold),
          }),
        }),
        'Cancelled by the tester.',
      )
    },
    retarget(id, target) {
      const kept = toReference(target, addresses())
      if (!isOwn(kept) && !(URL.canParse(target) && /^https?:\/\/[^\s/]/i.test(target))) {
        const message = 'Give an absolute http or https URL, such as https://shop.test/callbacks.'
        throw new BenchError('invalid_params', `target: ${message}`, [{ field: 'target', message }])
      }
      act(
        'retarget',
        id,
        (row) => ({
          targetUrl: kept,
          targetIsOwnPath: isOwn(kept),
          ...(row.targetUrl === null ? { note: 'It has a target now. Release it to send it.' } : {}),
        }),
        (row) =>
          `The tester changed its target from ${row.targetUrl === null ? 'none' : toUrl(row.targetUrl, addresses())} to ${toUrl(kept, addresses())}.`,
      )
    },
    resend(id) {
      act(
        'resend',
        id,
        () => ({
          state: 'scheduled',
          nextN: 0,
          firstDueAt: clock.now(),
          nextAttemptAt: clock.now(),
          hold: writeHold({ kind: 'passed' }),
          note: null,
        }),
        'Resent by the tester: a new schedule with the same bytes.',
      )
    },
  }
}
