import { describe, expect, it } from 'vitest'
import { readFormError } from './form-error'
import { LIMITS } from '#lib/limits/limit-table'
import { pageReport } from '#protocol/projects'
import { reportText } from './report-text'

describe('an error report of the form', () => {
  it('has a kind and a name', () => {
    const data = { line: 3 }
    expect(
      readFormError({ source: 'paybench-form', kind: 'error', name: 'x is not a function', data }),
    ).toEqual({
      kind: 'error',
      name: 'The form: x is not a function',
      data,
    })
    expect(readFormError({ source: 'paybench-form', kind: 'csp', name: 'img-src' })?.name).toBe(
      'The form: img-src',
    )
  })

  it.each([
    null,
    'paybench-form',
    '{"source":"paybench-form","kind":"error"}',
    { message: 'epframe.loaded' },
    { source: 'paybench-form', kind: 'handler', name: 'onRun' },
    { source: 'another', kind: 'error', name: 'x' },
  ])('is not read from %j', (message) => {
    expect(readFormError(message)).toBeNull()
  })
})

const read = (data: unknown, name = 'onLoaded') =>
  pageReport.parse(JSON.parse(reportText('handler', name, data, LIMITS.previewDataChars)))

describe('what is reported about a handler', () => {
  it('is JSON without functions', () => {
    const { data } = read({ config: { onLoaded: () => undefined, payment_id: 'Shop-1' } })
    expect(JSON.parse(data ?? '')).toEqual({ config: { payment_id: 'Shop-1' } })
    expect(read(undefined)).not.toHaveProperty('data')
    expect(read(() => undefined)).not.toHaveProperty('data')
  })

  it('is a string if the data refers to itself', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(read(circle).data).toBe('"[object Object]"')
  })

  it.each([
    ['a long text', 'x'.repeat(1_000_000)],
    ['text that grows when it is written as JSON twice', '\u0000'.repeat(1_000_000)],
    ['three bytes per character', '€'.repeat(1_000_000)],
  ])('fits into one request: %s', (_what, data) => {
    const text = reportText('message-in', 'n'.repeat(100_000), data, LIMITS.previewDataChars)
    expect(new TextEncoder().encode(text).length).toBeLessThan(LIMITS.previewReportBytes)
    expect(read(data, 'n'.repeat(100_000)).data).toMatch(/… \(\d+ characters\)$/)
  })
})
