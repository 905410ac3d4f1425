import { describe, expect, it } from 'vitest'
import type { TimelineStep } from '#protocol/payments'
import { lanesOf, timelineRows } from './timeline-rows'

const aStep = (id: string, change: Partial<TimelineStep> = {}): TimelineStep => ({
  id,
  at: '2031-04-09T16:20:03.021Z',
  from: 'platform',
  to: 'merchant',
  title: id,
  kind: 'event',
  ...change,
})

const attempts = (callback: string, count: number): readonly TimelineStep[] =>
  Array.from({ length: count }, (_, n) =>
    aStep(`${callback}:${String(n)}`, {
      kind: 'message',
      failed: true,
      reference: { type: 'callback', id: callback },
    }),
  )

const shownRows = (...args: Parameters<typeof timelineRows>) =>
  timelineRows(...args).map((row) =>
    'step' in row
      ? `${String(row.number)} ${row.step.id}`
      : `${String(row.number)} +${String(row.steps.length)}`,
  )

describe('the rows of a timeline', () => {
  it('number the steps, planned ones last', () => {
    const steps = [aStep('a'), aStep('due', { kind: 'planned' }), aStep('b')]
    expect(shownRows(steps)).toEqual(['1 a', '2 b', '3 due'])
    expect(shownRows(steps, 40)).toEqual(['41 a', '42 b', '43 due'])
  })

  it('show a status only when it changes, and mark the wait for clarification', () => {
    const rows = timelineRows([
      aStep('a', { status: 'processing' }),
      aStep('b', { status: 'awaiting clarification' }),
      aStep('c', { status: 'awaiting clarification' }),
      aStep('d', { status: 'processing' }),
    ])
    expect(rows.map(({ status }) => status)).toEqual([
      'processing',
      'awaiting clarification',
      undefined,
      'processing',
    ])
    expect(rows.map(({ isWaiting }) => isWaiting)).toEqual([false, true, true, false])
  })

  it('show the date where a day begins', () => {
    const at = ['2031-04-09T23:59:59.000Z', '2031-04-10T00:00:09.000Z', '2031-04-10T00:00:19.000Z']
    const rows = timelineRows(at.map((time) => aStep(time, { at: time })))
    expect(rows.map(({ day }) => day)).toEqual(['9 Apr 2031', '10 Apr', undefined])
  })

  it('fold the failed attempts of a callback between the first and the last', () => {
    const steps = [aStep('a'), ...attempts('cb', 120), aStep('b')]
    expect(shownRows(steps)).toEqual(['1 a', '2 cb:0', '3 +118', '121 cb:119', '122 b'])
  })

  it('show every attempt of an unfolded callback', () => {
    const rows = shownRows([...attempts('cb', 120), ...attempts('other', 120)], 0, new Set(['cb']))
    expect(rows.slice(118)).toEqual(['119 cb:118', '120 cb:119', '121 other:0', '122 +118', '240 other:119'])
  })

  it('do not fold fewer than four attempts, nor different callbacks together', () => {
    expect(shownRows([...attempts('cb', 5), ...attempts('other', 5)])).toHaveLength(10)
    expect(shownRows(attempts('cb', 6))).toHaveLength(3)
  })

  it('never fold a delivered attempt', () => {
    expect(shownRows(attempts('cb', 9).map((step) => ({ ...step, failed: false })))).toHaveLength(9)
  })

  it('have lanes only for the parties that take part; the tester acts through the platform', () => {
    const steps = [aStep('a', { from: 'tester', to: 'platform' }), aStep('b')]
    expect([...lanesOf(steps)]).toEqual([
      ['platform', 14],
      ['merchant', 86],
    ])
  })
})
