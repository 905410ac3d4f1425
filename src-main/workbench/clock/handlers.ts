import { invalidParam } from '#core/errors'
import type { ClockView } from '#protocol/bench'
import { BenchError } from '#protocol/connection'
import type { Handlers } from '#protocol/methods'
import type { CallbackRow } from '#store/records'
import { CLOCK_RANGE } from '#core/clock/virtual-clock'
import type { BenchContext } from '#workbench/payment-engine'
import { iso } from '#core/views'
import { present } from '#lib/members'

export function clockView(context: BenchContext): ClockView {
  const { clock, store, ports, advancer, tokenExpiry } = context
  const { progress } = advancer
  const [next] = nextTimers(context, 1)
  const kept = store.kept.state
  return {
    mode: clock.mode,
    now: iso(clock.now()),
    wallNow: iso(ports.wallNow()),
    rate: clock.rate,
    timers: store.timers.count() + tokenExpiry.waiting(),
    ...present({
      advancing: progress && {
        ...progress,
        from: iso(progress.from),
        to: iso(progress.to),
        at: iso(progress.at),
      },
      nextTimer: next && { ...next, dueAt: iso(next.dueAt) },
      kept: kept && { ...kept, at: iso(kept.at) },
    }),
  }
}

export function clockHandlers(context: BenchContext) {
  const { clock, store, advancer, scheduler, changes } = context
  const publishClock = (): ClockView => {
    scheduler.wake()
    changes.other(() => ({ type: 'clock.changed', clock: clockView(context) }))
    return clockView(context)
  }
  const keepIf = (isWanted: boolean | undefined): void => {
    if (isWanted !== true) return
    clock.save()
    store.kept.keep(clock.now(), store.retention.usage())
  }
  return {
    'clock.get': () => {
      context.wallClock.look()
      return clockView(context)
    },
    'clock.timers': ({ limit = 100 }) => ({
      items: nextTimers(context, limit).map((timer) => ({ ...timer, dueAt: iso(timer.dueAt) })),
    }),
    'clock.set': (params) => {
      if (advancer.progress !== null) {
        throw new BenchError(
          'conflict',
          'The clock is being advanced. Wait until that is done, or cancel it first.',
        )
      }
      const now = params.now === undefined ? undefined : readTime(params.now, 'now')
      if (now !== undefined && now < clock.now() && store.payments.count() > 0) {
        throw new BenchError(
          'wrong_state',
          `now: the clock shows ${iso(clock.now())} and cannot go back while payments exist: their events would be out of order. Choose a later time, or remove all payments with bench.reset.`,
          [{ field: 'now', message: 'is earlier than the time of the clock' }],
        )
      }
      clock.set(present({ ...params, now }))
      return publishClock()
    },
    'clock.advance': async ({ ms, keep }) => {
      if (clock.now() + ms > CLOCK_RANGE.last) {
        throw invalidParam('ms', `the clock cannot go beyond ${iso(CLOCK_RANGE.last)}. Advance it by less.`)
      }
      const outcome = await advancer.by(ms, () => keepIf(keep))
      return { ...outcome, now: iso(outcome.now) }
    },
    'clock.advanceToNext': async ({ notAfter, keep }) => {
      const last = notAfter === undefined ? Infinity : readTime(notAfter, 'notAfter')
      const outcome = await advancer.toNext((dueAt) => {
        if (dueAt > last) throw tooFar(dueAt, last)
        keepIf(keep)
      })
      return { ...outcome, now: iso(outcome.now) }
    },
    'clock.cancelAdvance': () => {
      void advancer.cancel()
      return publishClock()
    },
  } satisfies Partial<Handlers>
}

/** The schema's pattern also matches dates that do not exist, such as 31 February. */
function readTime(text: string, field: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || iso(time) !== text) {
    throw invalidParam(
      field,
      `${text} is not a valid time. Use a date that exists and a time up to 23:59:59.999.`,
    )
  }
  if (time < CLOCK_RANGE.first || time > CLOCK_RANGE.last) {
    throw invalidParam(
      field,
      `the clock can show times from ${iso(CLOCK_RANGE.first)} to ${iso(CLOCK_RANGE.last)}.`,
    )
  }
  return time
}

const tooFar = (dueAt: number, last: number): BenchError =>
  new BenchError(
    'wrong_state',
    `notAfter: the next timer is due at ${iso(dueAt)}, which is later than ${iso(last)}. Give a later time, or use clock.advance.`,
    [{ field: 'notAfter', message: `is earlier than the next timer, which is due at ${iso(dueAt)}` }],
  )

type NextTimer = Omit<NonNullable<ClockView['nextTimer']>, 'dueAt'> & { readonly dueAt: number }

/**
 * What happens next if the tester does nothing, in order of time: a payment's timer fires, the token of a saved card
 * expires (it belongs to no payment), or a callback is sent, possibly a held one whose maximum wait ends.
 */
function nextTimers(
  { store, paymentService, tokenExpiry, holds }: BenchContext,
  limit: number,
): readonly NextTimer[] {
  const expiry = tokenExpiry.nextDueAt()
  const wake = holds.nextWake()
  const callbackTimer = (dueAt: number, { kind, paymentKey, paymentId }: CallbackRow): NextTimer => ({
    dueAt,
    kind: 'callback',
    name: kind,
    paymentKey,
    paymentId,
  })
  const found: NextTimer[] = []
  for (const { dueAt, name, paymentKey } of store.timers.firstDue(limit)) {
    const paymentId = paymentService.byKey(paymentKey)?.paymentId ?? ''
    found.push({ dueAt, kind: 'timer', name, paymentKey, paymentId })
  }
  if (expiry !== null)
    found.push({ dueAt: expiry, kind: 'timer', name: 'token expires', paymentKey: null, paymentId: '' })
  for (const callback of store.callbacks.firstDue(limit)) {
    if (callback.nextAttemptAt !== null) found.push(callbackTimer(callback.nextAttemptAt, callback))
  }
  if (wake !== null) found.push(callbackTimer(wake.at, wake.callback))
  return found.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, limit)
}
