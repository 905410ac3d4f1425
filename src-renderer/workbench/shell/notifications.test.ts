import { expect, it } from 'vitest'
import type { BenchEvent } from '#protocol/events'
import { timerReport, watchEnds } from './notifications'

const scenario = (file: string, state: 'running' | 'passed'): BenchEvent =>
  ({ type: 'scenario.changed', file, scenario: { run: { state } } }) as BenchEvent

const callback = (change: object): BenchEvent =>
  ({
    type: 'callback.changed',
    callback: { id: 'cb_1', kind: 'result', paymentId: 'order-1', state: 'failed', ...change },
  }) as BenchEvent

it('the end of the last of several runs is reported, once', () => {
  const reportOf = watchEnds()
  expect(
    [
      scenario('a.yaml', 'passed'),
      scenario('a.yaml', 'running'),
      scenario('b.yaml', 'running'),
      scenario('a.yaml', 'passed'),
      scenario('b.yaml', 'passed'),
      scenario('b.yaml', 'passed'),
    ].map((event) => reportOf(event)?.text ?? null),
  ).toEqual([null, null, null, null, 'The scenarios have ended.', null])
})

it('a failed callback is reported only if no attempt follows', () => {
  const reportOf = watchEnds()
  expect(reportOf(callback({ nextAttemptAt: '2031-04-09T16:42:17.000Z' }))).toBeNull()
  expect(reportOf(callback({ state: 'delivered' }))).toBeNull()
  expect(reportOf(callback({}))?.text).toBe('Result callback of order-1 failed; no attempt follows.')
})

it('a timer is reported if it fires within a minute of wall time and the clock runs', () => {
  const now = Date.parse('2031-04-09T16:42:17.000Z')
  const textAt = (inMs: number, rate: number): string | undefined =>
    timerReport(
      {
        ...{ mode: 'scaled', now: '', wallNow: '', timers: 1, rate },
        nextTimer: {
          ...{ kind: 'timer', name: 'clarification expires', paymentKey: 'pay_1', paymentId: 'order-1' },
          dueAt: new Date(now + inMs).toISOString(),
        },
      },
      now,
    )?.text
  expect(textAt(50_000, 1)).toBe('Due in 0:50: order-1, clarification expires.')
  expect(textAt(70_000, 1)).toBeUndefined()
  expect(textAt(70_000, 60)).toBeDefined()
  expect(textAt(50_000, 0)).toBeUndefined()
})
