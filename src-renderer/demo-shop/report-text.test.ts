import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { pageReport } from '#protocol/projects'
import { reportText } from './report-text'

const read = (data: unknown, name = 'onLoaded') =>
  pageReport.parse(JSON.parse(reportText('handler', name, data, LIMITS.previewDataChars)))

describe('what is reported of a handler', () => {
  it('is JSON without functions', () => {
    const { data } = read({ config: { onLoaded: () => undefined, payment_id: 'Shop-1' } })
    expect(JSON.parse(data ?? '')).toEqual({ config: { payment_id: 'Shop-1' } })
    expect(read(undefined)).not.toHaveProperty('data')
    expect(read(() => undefined)).not.toHaveProperty('data')
  })

  it('is a text where the data refers to itself', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(read(circle).data).toBe('"[object Object]"')
  })

  it.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['text that grows when it is written as JSON twice', '\u0000'.repeat(1_000_000)],
    ['three bytes a character', '€'.repeat(1_000_000)],
  ])('fits into one request: %s', (_what, data) => {
    const text = reportText('message-in', 'n'.repeat(100_000), data, LIMITS.previewDataChars)
    expect(new TextEncoder().encode(text).length).toBeLessThan(LIMITS.previewReportBytes)
    expect(read(data, 'n'.repeat(100_000)).data).toMatch(/… \(\d+ characters\)$/)
  })
})
