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
  const intake = createPageReportIntake({
    wallNow: () => time.now,
    publish: (preview, reports) => published.push({ preview, ...reports }),
  })
  return { take: intake.take, published, time }
}

describe('reports of a previewed page', () => {
  it('are passed on as they were posted', () => {
    const { take, published } = anIntake()
    expect(take('p1', bodyOf({ reports: [aReport()], leftOut: 0 }))).toBe('taken')
    expect(published).toEqual([{ preview: 'p1', reports: [aReport()], leftOut: 0 }])
  })

  it.each([
    ['invalid JSON', encoder.encode('{')],
    ['invalid UTF-8', new Uint8Array([0xff])],
    ['the wrong shape', bodyOf([])],
    ['an unknown kind', bodyOf({ reports: [{ ...aReport(), kind: 'callback' }], leftOut: 0 })],
    ['unknown members', bodyOf({ reports: [{ ...aReport(), id: 'x' }], leftOut: 0 })],
    ['data that is not text', bodyOf({ reports: [{ ...aReport(), data: {} }], leftOut: 0 })],
    ['a name that is too long', bodyOf({ reports: [aReport('x'.repeat(501))], leftOut: 0 })],
    ['a negative count', bodyOf({ reports: [], leftOut: -1 })],
    ['deep nesting', encoder.encode('['.repeat(20_000))],
  ])('with %s are refused', (_what, body) => {
    const { take, published } = anIntake()
    expect(take('p1', body)).toBe('malformed')
    expect(published).toEqual([])
  })

  it('are refused unread if one request has too many bytes', () => {
    expect(anIntake().take('p1', new Uint8Array(LIMITS.previewReportBytes + 1))).toBe('tooLarge')
  })

  it('are limited per second, separately for each page', () => {
    const { take, published, time } = anIntake()
    const one = bodyOf({ reports: [aReport()], leftOut: 0 })
    for (let n = 0; n < 100_000; n += 1) take('p1', one)
    expect(published.length).toBe(2 * LIMITS.previewReportsPerSecond + 10)
    expect(take('p1', one)).toBe('tooMany')
    expect(take('p1', bodyOf({ reports: [], leftOut: 1 }))).toBe('tooMany')
    expect(take('p2', one)).toBe('taken')
    time.now = 1000
    expect(take('p1', one)).toBe('taken')
  })

  it('may cover two seconds of the page at once, and say how many were left out', () => {
    const { take, published } = anIntake()
    const reports = Array.from({ length: LIMITS.previewReportsPerSecond }, () => aReport('x'))
    expect(take('p1', bodyOf({ reports, leftOut: 0 }))).toBe('taken')
    expect(take('p1', bodyOf({ reports, leftOut: 99_800 }))).toBe('taken')
    expect(published.map(({ leftOut }) => leftOut)).toEqual([0, 99_800])
  })

  it('are limited in bytes too', () => {
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
