import { describe, expect, it } from 'vitest'
import type { TimelineStep } from '#protocol/payments'
import {
  layOutSequence,
  type SequenceLayout,
  stepSentence,
  type TimelineRow,
  timelineRows,
} from './sequence-layout'

/** A row of text and the space around it, in pixels. */
const ROW_HEIGHT = 24

const aStep = (change: Partial<TimelineStep> = {}): TimelineStep => ({
  id: 's',
  at: '2031-04-09T16:20:03.021Z',
  from: 'merchant',
  to: 'platform',
  title: 'card sale',
  kind: 'event',
  ...change,
})

const drawn = (timeline: readonly TimelineStep[]): SequenceLayout => layOutSequence(timelineRows(timeline))

describe('the sequence of a payment', () => {
  it('keeps the order of the log and puts planned steps below now', () => {
    const layout = drawn([
      aStep({ title: 'sale' }),
      aStep({ title: 'result callback', kind: 'planned', from: 'platform', to: 'merchant' }),
      aStep({ title: 'needs 2 fields', from: 'provider' }),
    ])
    const steps = layout.rows.flatMap((row) => (row.type === 'step' ? [row] : []))
    expect(steps.map((row) => row.step.title)).toEqual(['sale', 'needs 2 fields', 'result callback'])
    expect(steps.map((row) => row.number)).toEqual([1, 2, 3])
    expect((steps[1]?.y ?? 0) + ROW_HEIGHT).toBeLessThan(layout.nowY)
    expect(steps[2]?.y).toBeGreaterThan(layout.nowY)
  })

  it('shows a status once, after the step that led to it', () => {
    const layout = drawn([
      aStep({ status: 'processing' }),
      aStep({ status: 'processing' }),
      aStep({ status: 'success' }),
    ])
    expect(
      layout.rows.map((row) =>
        row.type === 'status' ? row.status : row.type === 'step' ? row.number : row.type,
      ),
    ).toEqual([1, 'processing', 2, 3, 'success'])
  })

  it('draws the wait for clarification from its beginning to its end', () => {
    const layout = drawn([
      aStep({ status: 'awaiting clarification' }),
      aStep(),
      aStep({ status: 'processing' }),
      aStep(),
    ])
    const [wait] = layout.waits
    const answered = layout.rows.findLast((row) => row.type === 'status')
    expect(layout.waits).toHaveLength(1)
    expect(wait?.to).toBe(answered?.y)
  })

  it('lets an open wait reach now', () => {
    const layout = drawn([aStep({ status: 'awaiting clarification' }), aStep({ kind: 'planned' })])
    expect(layout.waits.map((wait) => wait.to)).toEqual([layout.nowY])
  })

  it('distinguishes arrows, steps at one party and steps of the tester', () => {
    const layout = drawn([
      aStep({ from: 'customer', to: 'form' }),
      aStep({ from: 'platform', to: 'platform' }),
      aStep({ from: 'tester', to: 'platform' }),
    ])
    expect(layout.rows.flatMap((row) => (row.type === 'step' ? [row.shape] : []))).toEqual([
      { shape: 'arrow', from: 'customer', to: 'form' },
      { shape: 'loop', lane: 'platform' },
      { shape: 'tester' },
    ])
  })

  it('says when another day begins', () => {
    const layout = drawn([
      aStep({ at: '2031-04-09T23:59:59.000Z' }),
      aStep({ at: '2031-04-10T00:00:09.000Z' }),
      aStep({ at: '2031-04-10T00:00:19.000Z', kind: 'planned' }),
    ])
    expect(layout.rows.map((row) => row.type)).toEqual(['step', 'day', 'step', 'step'])
  })

  it('grows with its steps and never overlaps rows', () => {
    const layout = drawn(Array.from({ length: 40 }, () => aStep()))
    const tops = layout.rows.map((row) => row.y)
    for (const [index, top] of tops.entries()) {
      if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(ROW_HEIGHT)
    }
    expect(layout.height).toBeGreaterThan(40 * ROW_HEIGHT)
  })
})

describe('the name of a step', () => {
  it('is a whole sentence with parties, title and answer', () => {
    expect(
      stepSentence(
        9,
        aStep({ from: 'platform', to: 'merchant', title: 'result callback', answer: '500' }),
        '16:29:59.415',
      ),
    ).toBe('Step 9, 16:29:59.415: Platform to Merchant, result callback, response 500')
  })

  it('says what is planned and what was never answered', () => {
    expect(
      stepSentence(
        2,
        aStep({ kind: 'planned', from: 'platform', to: 'platform', title: 'decline 603' }),
        '16:59:59',
      ),
    ).toBe('Step 2, planned 16:59:59: Platform, decline 603')
    expect(stepSentence(3, aStep({ answer: 'none' }), '16:59:59')).toContain(', no response')
  })
})

const aNamedStep = (id: string, change: Partial<TimelineStep> = {}): TimelineStep => ({
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
    aNamedStep(`${callback}:${String(n)}`, {
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
    const steps = [aNamedStep('a'), aNamedStep('due', { kind: 'planned' }), aNamedStep('b')]
    expect(shown(timelineRows(steps))).toEqual(['1 a', '2 b', '3 due'])
    expect(shown(timelineRows(steps, 40))).toEqual(['41 a', '42 b', '43 due'])
  })

  it('fold the failed attempts of a callback between the first and the last', () => {
    const steps = [aNamedStep('a'), ...attempts('cb', 120), aNamedStep('b')]
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
