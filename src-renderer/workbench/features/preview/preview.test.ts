import { describe, expect, it } from 'vitest'
import { fitDevice } from './Stage'
import { forgetSession } from '#window/state/session-memory'
import { addEntries, usePreview, setDraft } from './preview-store'
import { LIMITS } from '#lib/limits/limit-table'
import type { PageReport } from '#protocol/projects'
import { entriesOfReports, type TimelineEntry } from './timeline'

it('fitDevice crops a presented device to the available space, and never scales it', () => {
  expect(fitDevice('phone', { width: 1256, height: 712 }, true)).toEqual({
    page: { width: 390, height: 712 },
    scale: 1,
  })
})

it.each([
  ['laptop', { width: 640, height: 800 }, { width: 1280, height: 800 }, 0.5],
  ['phone', { width: 900, height: 422 }, { width: 390, height: 844 }, 0.5],
  ['phone', { width: 2000, height: 2000 }, { width: 390, height: 844 }, 1],
  ['fit', { width: 700, height: 500 }, { width: 700, height: 500 }, 1],
] as const)('fitDevice fits %s into %j, scaled down but never up', (device, room, page, scale) => {
  expect(fitDevice(device, room)).toEqual({ page, scale })
})

it('the preview forgets the form and its payment with the session, but keeps the draft', () => {
  setDraft({ mode: 'embedded' })
  usePreview.setState({
    opened: {
      ...{ id: 'p', url: 'http://shop.test/p', parameters: {}, canonical: '', signature: '' },
      ...{
        mode: 'embedded',
        projectId: 1,
        paymentId: 'order-1',
        isOutside: false,
        draft: usePreview.getState().draft,
      },
    },
  })
  addEntries([{ id: 'e', kind: 'frame', name: 'page loaded', note: '', wallAt: 1, virtualAt: 1 }])
  forgetSession()
  expect(usePreview.getState()).toMatchObject({
    opened: null,
    payment: null,
    entries: [],
    draft: { mode: 'embedded' },
  })
})

const clockAt = (wallNow: number, rate = 1) => ({
  now: '2031-04-09T16:42:17.000Z',
  wallNow: new Date(wallNow).toISOString(),
  rate,
})
const NOW = Date.parse('2031-04-09T16:42:17.000Z')
const report: PageReport = { kind: 'handler', name: 'onLoaded', wallAt: 1000 }
const entryOf = (reported: PageReport, clock: ReturnType<typeof clockAt>): Partial<TimelineEntry> =>
  entriesOfReports({ reports: [reported], leftOut: 0, clock })[0] ?? {}

describe('the entry of a report', () => {
  it('has the time of the page, unless that is far from the time of Paybench', () => {
    expect(entryOf({ ...report, wallAt: 70_000 }, clockAt(71_000)).wallAt).toBe(70_000)
    expect(entryOf({ ...report, wallAt: 5 }, clockAt(71_000)).wallAt).toBe(71_000)
  })

  it('has the virtual time of Paybench, by which all entries are ordered', () => {
    expect(entryOf({ ...report, wallAt: 70_000 }, clockAt(71_000)).virtualAt).toBe(NOW - 1000)
    expect(entryOf({ ...report, wallAt: 70_000 }, clockAt(71_000, 0)).virtualAt).toBe(NOW)
    // The clock of the page is ahead, but the reported event is in the past.
    expect(entryOf({ ...report, wallAt: 72_000 }, clockAt(71_000)).virtualAt).toBe(NOW)
  })

  it('has data parsed from JSON, or as text if it was truncated', () => {
    expect(entryOf({ ...report, data: '{"a":[1]}' }, clockAt(0)).data).toEqual({ a: [1] })
    expect(entryOf({ ...report, data: '{"a":[1… (900 characters)' }, clockAt(0)).data).toBe(
      '{"a":[1… (900 characters)',
    )
    expect(entryOf(report, clockAt(0))).not.toHaveProperty('data')
  })

  it('has deeply nested data as text: indented, it would be thousands of times as long', () => {
    const depth = LIMITS.previewDataDepth + 1
    const nested = '['.repeat(depth) + ']'.repeat(depth)
    const data = `["${']'.repeat(depth)}",${nested}]`
    expect(entryOf({ ...report, data }, clockAt(0)).data).toBe(data)
    const shallower = nested.slice(1, -1)
    expect(entryOf({ ...report, data: shallower }, clockAt(0)).data).not.toBe(shallower)
  })

  it('has a note of limited length', () => {
    const data = JSON.stringify('x'.repeat(LIMITS.previewDataChars - 2))
    expect(entryOf({ ...report, data }, clockAt(0)).note?.length).toBeLessThan(400)
  })

  it('has a unique id', () => {
    expect(entryOf(report, clockAt(0)).id).not.toBe(entryOf(report, clockAt(0)).id)
  })
})

it('the reports that were left out are counted', () => {
  const entries = entriesOfReports({ reports: [report], leftOut: 99_800, clock: clockAt(1000) })
  expect(entries.map(({ name }) => name)).toEqual(['onLoaded', '99800 more not recorded'])
})
