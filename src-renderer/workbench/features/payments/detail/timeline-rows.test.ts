import { describe, expect, it } from 'vitest'
import type { TimelineStep } from '#protocol/payments'
import { type TimelineRow, timelineRows } from './timeline-rows'

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

const shown = (rows: readonly TimelineRow[]) =>
  rows.map((row) =>
    row.type === 'step'
      ? `${String(row.number)} ${row.step.id}`
      : `${String(row.number)} +${String(row.steps.length)}`,
  )

describe('the rows of a timeline', () => {
  it('number the steps, what is planned last', () => {
    const steps = [aStep('a'), aStep('due', { kind: 'planned' }), aStep('b')]
    expect(shown(timelineRows(steps))).toEqual(['1 a', '2 b', '3 due'])
    expect(shown(timelineRows(steps, 40))).toEqual(['41 a', '42 b', '43 due'])
  })

  it('fold the failed attempts of a callback between the first and the last', () => {
    const steps = [aStep('a'), ...attempts('cb', 120), aStep('b')]
    expect(shown(timelineRows(steps))).toEqual(['1 a', '2 cb:0', '3 +118', '121 cb:119', '122 b'])
  })

  it('show them all once they are unfolded', () => {
    const steps = [...attempts('cb', 120), ...attempts('other', 120)]
    const rows = timelineRows(steps, 0, new Set(['cb:0']))
    expect(rows.filter(({ type }) => type === 'step')).toHaveLength(122)
    expect(shown(rows).slice(119)).toEqual(['120 cb:119', '121 other:0', '122 +118', '240 other:119'])
  })

  it('show a few attempts as they are, and those of different callbacks apart', () => {
    expect(timelineRows([...attempts('cb', 5), ...attempts('other', 5)])).toHaveLength(10)
    expect(timelineRows(attempts('cb', 6))).toHaveLength(3)
  })

  it('never fold a delivered attempt', () => {
    const delivered = attempts('cb', 9).map((step) => ({ ...step, failed: false }))
    expect(timelineRows(delivered)).toHaveLength(9)
  })
})
