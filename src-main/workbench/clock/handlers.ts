import type { ClockView } from '../../protocol/clock'
import { BenchError } from '../../protocol/bench-error'
import type { Handlers } from '../../protocol/methods'
import type { CallbackRow } from '../../store/records'
import { CLOCK_RANGE } from '../../bench/clock/virtual-clock'
import type { BenchContext } from '../context'
import { iso } from '../../bench/views'

type ClockHandlers = Pick<Handlers, Extract<keyof Handlers, `clock.${string}`>>

/** The clock with what comes next, as clients see it. */
export function clockView(context: BenchContext): ClockView {
  const { clock, store, ports, advancer, tokenExpiry } = context
  const { progress } = advancer
  const timer = nextTimer(context)
  const { callback, dueAt: callbackDue } = nextCallback(context)
  const next =
    timer !== null && (callbackDue === null || timer.dueAt <= callbackDue)
      ? { ...timer, dueAt: iso(timer.dueAt), kind: 'timer' as const }
      : callback === null || callbackDue === null
        ? null
        : {
            dueAt: iso(callbackDue),
            kind: 'callback' as const,
            name: callback.kind,
            paymentKey: callback.paymentKey,
            paymentId: callback.paymentId,
          }
  return {
    mode: clock.mode,
    now: iso(clock.now()),
    wallNow: iso(ports.wallNow()),
    rate: clock.rate,
    timers: store.timers.count() + tokenExpiry.waiting(),
    ...(progress === null
      ? {}
      : {
          advancing: {
            from: iso(progress.from),
            to: iso(progress.to),
            at: iso(progress.at),
            firedTimers: progress.firedTimers,
            sentCallbacks: progress.sentCallbacks,
          },
        }),
    ...(next === null ? {} : { nextTimer: next }),
  }
}

export function clockHandlers(context: BenchContext): ClockHandlers {
  const { clock, store, advancer, scheduler, changes } = context
  const tell = (): ClockView => {
    scheduler.wake()
    changes.other(() => ({ type: 'clock.changed', clock: clockView(context) }))
    return clockView(context)
  }
  return {
    'clock.get': () => clockView(context),
    'clock.set': (params) => {
      if (advancer.progress !== null) {
        throw new BenchError('conflict', 'The clock is being advanced. Wait for it, or cancel it first.')
      }
      const now = params.now === undefined ? undefined : readTime(params.now, 'now')
      if (now !== undefined && now < clock.now() && store.payments.count() > 0) {
        throw new BenchError(
          'wrong_state',
          `now: the clock shows ${iso(clock.now())} and cannot go back while payments exist: their order would lie. Remove them with bench.reset, or choose a later time.`,
          [{ field: 'now', message: 'lies in the past of the bench' }],
        )
      }
      clock.set({
        ...(params.mode === undefined ? {} : { mode: params.mode }),
        ...(params.rate === undefined ? {} : { rate: params.rate }),
        ...(now === undefined ? {} : { now }),
      })
      return tell()
    },
    'clock.advance': async ({ ms }) => {
      if (clock.now() + ms > CLOCK_RANGE.last) {
        throw refused('ms', `the clock ends at ${iso(CLOCK_RANGE.last)}; advance it by less.`)
      }
      const outcome = await advancer.by(ms)
      return { ...outcome, now: iso(outcome.now) }
    },
    'clock.advanceToNext': async ({ notAfter }) => {
      const last = notAfter === undefined ? Infinity : readTime(notAfter, 'notAfter')
      const outcome = await advancer.toNext((dueAt) => {
        if (dueAt > last) throw tooFar(dueAt, last)
      })
      return { ...outcome, now: iso(outcome.now) }
    },
    'clock.cancelAdvance': () => {
      void advancer.cancel()
      return tell()
    },
  }
}

/** The pattern of a time lets days pass that no calendar has, such as 31 February. */
function readTime(text: string, field: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || iso(time) !== text) {
    throw refused(field, `there is no time ${text}; give a day that exists and a time up to 23:59:59.999.`)
  }
  if (time < CLOCK_RANGE.first || time > CLOCK_RANGE.last) {
    throw refused(field, `the clock shows times from ${iso(CLOCK_RANGE.first)} to ${iso(CLOCK_RANGE.last)}.`)
  }
  return time
}

function refused(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}

const tooFar = (dueAt: number, last: number): BenchError =>
  new BenchError(
    'wrong_state',
    `notAfter: nothing waits before ${iso(dueAt)}, which is later than ${iso(last)}. Give that time to go there, or advance by less.`,
    [{ field: 'notAfter', message: `lies before the next timer, at ${iso(dueAt)}` }],
  )

/** What comes next by itself: a timer of a payment, or the end of a card and of its token, which is of no payment. */
function nextTimer({ store, ledger, tokenExpiry }: BenchContext): {
  readonly dueAt: number
  readonly name: string
  readonly paymentKey: string
  readonly paymentId: string
} | null {
  const timer = store.timers.next()
  const expiry = tokenExpiry.nextDueAt()
  if (expiry !== null && (timer === null || expiry < timer.dueAt)) {
    return { dueAt: expiry, name: 'token expires', paymentKey: '', paymentId: '' }
  }
  if (timer === null) return null
  const { dueAt, name, paymentKey } = timer
  return { dueAt, name, paymentKey, paymentId: ledger.byKey(paymentKey)?.paymentId ?? '' }
}

/** The callback that leaves first, also one whose longest wait ends then. */
function nextCallback({ store, holds }: BenchContext): {
  readonly callback: CallbackRow | null
  readonly dueAt: number | null
} {
  const callback = store.callbacks.next()
  const dueAt = callback?.nextAttemptAt ?? null
  const wake = holds.nextWake()
  return wake !== null && (dueAt === null || wake.at < dueAt)
    ? { callback: wake.callback, dueAt: wake.at }
    : { callback, dueAt }
}
