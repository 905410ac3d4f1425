import { describe, expect, it } from 'vitest'
import { iso } from './views'
import { keepableResponse } from './exchange-record'

it('formats any number as a time, even one that is out of range', () => {
  expect(iso(Date.UTC(2030, 3, 9))).toBe('2030-04-09T00:00:00.000Z')
  for (const odd of [NaN, Infinity, -1, 8.64e15 + 1, 1e300]) {
    expect(iso(odd)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  }
})

const kept = (page: string): string =>
  new TextDecoder().decode(keepableResponse('form', new TextEncoder().encode(page)))

describe('a page of the form as it is kept', () => {
  const styles = '<style nonce="n">b{width:4111111111111111px}</style>'

  it('has no card number before its styles, and none behind them', () => {
    const page = `<!doctype html><title>4111 1111 1111 1111</title>${styles}<p>5555 5555 5555 4444 · Ünal</p>`
    const text = kept(page)
    expect(text).not.toMatch(/4111 1111 1111 1111|5555 5555 5555 4444/)
    expect(text).toHaveLength(page.length)
    expect(text).toContain(' · Ünal</p>')
  })

  it('is not searched in its styles, which are the bench’s own and most of its bytes', () => {
    expect(kept(`<!doctype html>${styles}<p>5555555555554444</p>`)).toContain(styles)
  })

  it('is searched whole where its styles do not end', () => {
    expect(kept('<!doctype html><style>b{}<p>4111111111111111</p>')).not.toContain('4111111111111111')
  })

  it('is searched behind its first style element, whatever a customer’s text looks like', () => {
    expect(kept(`<!doctype html>${styles}<style>4111111111111111</style>`)).not.toContain(
      '>4111111111111111<',
    )
  })
})
