import type { ChangeSeries, Decision, DecisionEnv } from './commands'
import type { PaymentEvent } from './events'
import { newOperation } from './new-operation'
import type { Operation, Payment, Series } from './payment'
import { SUCCESS_CODE } from '../result-code/result-codes'
import { changedSchedule, givenSeriesEnd, registeredSeries } from './series'
import { nextDebitAt } from './series-schedule'

/** Changes the end, rhythm or amount of a series, or cancels it; acknowledged, and reported by a callback (contract 13.1). */
export function decideSeriesChange(payment: Payment, command: ChangeSeries, env: DecisionEnv): Decision {
  const registered = registeredSeries(payment)
  const { series } = payment
  if (registered === null || series === undefined) {
    return refuse('3181', 'The payment that registers this series has not succeeded.')
  }
  if (series.isCanceled === true)
    return refuse('3184', 'The series is cancelled already; register a new one.')
  const { requestId } = command
  const type = command.change === 'update' ? 'recurring update' : 'recurring cancel'
  const operation: Operation = {
    ...newOperation({ type, sum: { amount: 0, currency: registered.currency }, requestId }, env),
    status: 'success',
    code: SUCCESS_CODE,
    ...(command.callbacks === undefined ? {} : { callbacks: command.callbacks }),
  }
  const changed: Series =
    command.change === 'cancel' ? { ...series, isCanceled: true } : updated(series, command.fields, env.now)
  return {
    ok: true,
    events: [{ type: 'seriesChanged', at: env.now, by: command.by, operation, series: changed }],
    response: { kind: 'ack', requestId },
  }
}

/** The time of the next payment of a scheduled series has come. */
export function decideSeriesDue(payment: Payment, env: DecisionEnv): readonly PaymentEvent[] {
  const schedule = payment.series?.schedule
  if (schedule === undefined || nextDebitAt(payment) === null) return []
  return [{ type: 'seriesDue', at: env.now, n: schedule.made + 1 }]
}

function updated(series: Series, fields: ChangeSeries['fields'], now: number): Series {
  const { schedule } = series
  return {
    ...series,
    endsAt: givenSeriesEnd(fields) ?? series.endsAt,
    ...(schedule === undefined ? {} : { schedule: changedSchedule(schedule, fields, now) }),
  }
}

function refuse(code: string, message: string): Decision {
  return { ok: false, refusal: { code, field: 'recurring.id', constraint: 'state', message } }
}
