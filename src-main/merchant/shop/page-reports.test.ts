import { describe, expect, it } from 'vitest'
import type { PageReports } from '#protocol/projects'
import { LIMITS } from '#lib/limits/limit-table'
import { createPageReportIntake } from './page-reports'

const encoder = new TextEncoder()
const aReport = (name = 'onLoaded') => ({ kind: 'handler', name, wallAt: 1 })
const bodyOf = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

function anIntake() {
  const published: (PageReports & { readonly preview: string })[] = []
  const time = { now: 0 }
  const waiting: (() => void)[] = []
  const intake = createPageReportIntake({
    wallNow: () => time.now,
    later: (_ms, next) => waiting.push(next),
    publish: (preview, reports) => published.push({ preview, ...reports }),
  })
  const kept = () => published.reduce((sum, { reports }) => sum + reports.length, 0)
  const leftOut = () => published.reduce((sum, each) => sum + each.leftOut, 0)
  /** What waits for the end of its second happens. */
  const endSecond = (): void => {
    for (const next of waiting.splice(0)) next()
  }
  return { take: intake.take, published, time, kept, leftOut, endSecond }
}

describe('reports of a previewed page', () => {
  it('are passed on as they were posted', () => {
    const { take, published } = anIntake()
    expect(take('p1', bodyOf({ reports: [aReport()], leftOut: 0 }))).toBe('taken')
    expect(published).toEqual([{ preview: 'p1', reports: [aReport()], leftOut: 0 }])
  })

  it.each([
    ['no JSON', encoder.encode('{')],
    ['no UTF-8', new Uint8Array([0xff])],
    ['another shape', bodyOf([])],
    ['an unknown kind', bodyOf({ reports: [{ ...aReport(), kind: 'callback' }], leftOut: 0 })],
    ['more members', bodyOf({ reports: [{ ...aReport(), id: 'x' }], leftOut: 0 })],
    ['data that is not text', bodyOf({ reports: [{ ...aReport(), data: {} }], leftOut: 0 })],
    ['a name too long', bodyOf({ reports: [aReport('x'.repeat(501))], leftOut: 0 })],
    ['a negative count', bodyOf({ reports: [], leftOut: -1 })],
    ['deep nesting', encoder.encode('['.repeat(20_000))],
  ])('are refused with %s', (_what, body) => {
    const { take, published } = anIntake()
    expect(take('p1', body)).toBe('malformed')
    expect(published).toEqual([])
  })

  it('are refused unread where there are too many bytes at a time', () => {
    expect(anIntake().take('p1', new Uint8Array(LIMITS.previewReportBytes + 1))).toBe('tooLarge')
  })

  it('are bounded in a second, each page for itself, and the others are counted', () => {
    const { take, published, time, kept, leftOut } = anIntake()
    const one = bodyOf({ reports: [aReport()], leftOut: 0 })
    for (let n = 0; n < 100_000; n += 1) take('p1', one)
    expect(kept()).toBe(LIMITS.previewReportsPerSecond)
    expect(published.length, 'one event says so, not one each').toBe(LIMITS.previewReportsPerSecond + 1)
    expect(take('p1', one)).toBe('tooMany')
    expect(take('p2', one)).toBe('taken')
    time.now = 1000
    expect(take('p1', one)).toBe('taken')
    expect(leftOut() + kept()).toBe(100_001 + 2)
  })

  it('are counted although nothing follows a second that was full', () => {
    const { take, published, kept, leftOut, endSecond } = anIntake()
    const one = bodyOf({ reports: [aReport()], leftOut: 0 })
    for (let n = 0; n < 1000; n += 1) take('p1', one)
    expect(leftOut() + kept()).toBeLessThan(1000)
    endSecond()
    expect(leftOut() + kept()).toBe(1000)
    const events = published.length
    endSecond()
    expect(published.length).toBe(events)
  })

  it('are counted in a second that is full already, as far as the page itself has left them out', () => {
    const { take, leftOut } = anIntake()
    const many = Array.from({ length: LIMITS.previewReportsPerSecond }, () => aReport('x'))
    expect(take('p1', bodyOf({ reports: many, leftOut: 0 }))).toBe('taken')
    expect(take('p1', bodyOf({ reports: [], leftOut: 99_800 }))).toBe('taken')
    expect(leftOut()).toBe(99_800)
    for (let n = 0; n < 1000; n += 1) take('p1', bodyOf({ reports: [], leftOut: 1 }))
    expect(take('p1', bodyOf({ reports: [], leftOut: 1 }))).toBe('tooMany')
  })

  it('are bounded in bytes too', () => {
    const { take, time } = anIntake()
    const large = bodyOf({
      reports: [{ ...aReport(), data: 'x'.repeat(LIMITS.previewDataChars) }],
      leftOut: 0,
    })
    const most = Math.floor(LIMITS.previewReportBytesPerSecond / large.length)
    for (let n = 0; n < most; n += 1) expect(take('p1', large)).toBe('taken')
    expect(take('p1', large)).toBe('tooMany')
    time.now = 1000
    expect(take('p1', large)).toBe('taken')
  })
})
