import { isWebAddress } from '#lib/web-address'
import { BenchError } from '#protocol/connection'
import { type CallbackSummary, RELEASED, type RetryAction } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import type { CallbackRow } from '#store/records'
import type { CallbackChange } from '#store/rows'
import type { BenchContext } from '#workbench/payment-engine'
import { invalidParam, notFound } from '#core/errors'
import { isSelfReference, toReference, toUrl } from '#core/self-address'
import { onceOf, readHold, writeHold } from '#core/views'
import { released } from '#platform/callbacks/enqueue'
import type { BulkReplays } from '#workbench/replay/bulk/bulk-replays'
import { committedCallback, retryRefusal } from '#workbench/callbacks/callback-detail'

type RetryHandlers = Pick<Handlers, `callbacks.${RetryAction}`>

/** How an action changes the callback, and the mark that records the action on it. */
interface Step {
  readonly change: (row: CallbackRow, now: number) => CallbackChange
  readonly mark: (row: CallbackRow) => string
}

/** When the callback was due before it was stopped; null if unknown, or if nothing was planned. */
function plannedAt(row: CallbackRow): number | null {
  const hold = readHold(row.hold)
  return hold?.kind === 'rule' || hold?.kind === 'tester' || hold?.kind === 'dropped'
    ? hold.dueAt
    : row.nextAttemptAt
}

const STEPS: Readonly<Record<Exclude<RetryAction, 'retarget'>, Step>> = {
  sendNow: {
    change: (row, now) => ({ ...released(row, now), note: null }),
    mark: () => 'Sent at once by the tester.',
  },
  // Held until it is released. Meanwhile it has no due time, so the clock does not wait for it.
  hold: {
    change: (row, now) => ({
      state: 'held',
      nextAttemptAt: null,
      hold: writeHold({ kind: 'tester', dueAt: row.nextAttemptAt ?? now, ...onceOf(row.hold) }),
    }),
    mark: () => 'Held by the tester.',
  },
  // A callback that became due meanwhile is sent at once.
  release: {
    change: (row, now) => {
      const hold = readHold(row.hold)
      const note = hold?.kind === 'dropped' ? hold.note : null
      // A schedule that had ended when the callback was dropped does not restart.
      if (hold?.kind === 'dropped' && hold.dueAt === null && row.attemptCount > 0)
        return { state: 'failed', nextAttemptAt: null, hold: null, note }
      return { ...released(row, Math.max(plannedAt(row) ?? 0, now)), note }
    },
    mark: () => RELEASED,
  },
  cancel: {
    change: (row) => ({
      state: 'dropped',
      nextAttemptAt: null,
      note: 'The tester dropped this callback, so nothing more is sent. Release it to send it after all.',
      hold: writeHold({ kind: 'dropped', dueAt: plannedAt(row), note: row.note, ...onceOf(row.hold) }),
    }),
    mark: () => 'Dropped by the tester.',
  },
  // The same bytes on a new schedule that begins at n = 0 (contract 9.4, 9.5).
  resend: {
    change: (_row, now) => ({
      state: 'scheduled',
      nextN: 0,
      firstDueAt: now,
      nextAttemptAt: now,
      hold: writeHold({ kind: 'passed' }),
      note: null,
    }),
    mark: () => 'Resent by the tester: a new schedule with the same bytes.',
  },
}

/** Each method changes the schedule or target of one callback and returns the callback's summary. */
export function retryHandlers(context: BenchContext, bulk: Pick<BulkReplays, 'steered'>): RetryHandlers {
  const { store, clock, scheduler, changes, addresses } = context

  const take = async (action: RetryAction, id: string, { change, mark }: Step): Promise<CallbackSummary> => {
    store.write(() => {
      const row = store.callbacks.row(id)
      if (row === null) throw notFound('callback', id)
      const refusal = retryRefusal(action, row)
      if (refusal !== null) throw new BenchError('wrong_state', refusal)
      const marks = [...row.marks, { ruleId: null, text: mark(row) }]
      store.callbacks.update(id, { ...change(row, clock.now()), marks })
      changes.callback(id, false)
      if (row.paymentKey !== null) changes.payment(row.paymentKey, false)
    })
    bulk.steered(action, id)
    scheduler.wake()
    return committedCallback(context, id)
  }
  /** @throws BenchError invalid_params for a target that is not a URL */
  const retargetStep = (target: string): Step => {
    const reference = toReference(target, addresses())
    const isOwnPath = isSelfReference(reference)
    if (!isOwnPath && !isWebAddress(target))
      throw invalidParam('target', 'Give an absolute http or https URL, such as https://shop.test/callbacks.')
    const url = (kept: string | null): string => (kept === null ? 'none' : toUrl(kept, addresses()))
    return {
      change: (row) => ({
        targetUrl: reference,
        targetIsOwnPath: isOwnPath,
        ...(row.targetUrl === null ? { note: 'The callback has a target now. Release it to send it.' } : {}),
      }),
      mark: (row) => `The tester changed the target from ${url(row.targetUrl)} to ${url(reference)}.`,
    }
  }
  return {
    'callbacks.sendNow': ({ id }) => take('sendNow', id, STEPS.sendNow),
    'callbacks.hold': ({ id }) => take('hold', id, STEPS.hold),
    'callbacks.release': ({ id }) => take('release', id, STEPS.release),
    'callbacks.cancel': ({ id }) => take('cancel', id, STEPS.cancel),
    'callbacks.retarget': async ({ id, target }) => take('retarget', id, retargetStep(target)),
    'callbacks.resend': ({ id }) => take('resend', id, STEPS.resend),
  }
}
