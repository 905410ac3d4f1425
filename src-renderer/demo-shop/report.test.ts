import { describe, expect, it } from 'vitest'
import { copyOf, targetOrigin } from './report'

describe('where a preview reports to', () => {
  const parents = ['http://127.0.0.1:8600', 'http://localhost:8600']

  it('is the workbench that framed the page', () => {
    expect(targetOrigin(parents, 'http://localhost:8600')).toBe('http://localhost:8600')
  })

  it('is the first address of the workbench where somebody unknown did', () => {
    expect(targetOrigin(parents, 'http://evil.test')).toBe('http://127.0.0.1:8600')
    expect(targetOrigin(parents, null)).toBe('http://127.0.0.1:8600')
  })

  it('is the framing window itself in the desktop host, whose scheme no message can be addressed to', () => {
    expect(targetOrigin(['paybench://desk'], 'paybench://desk')).toBe('*')
    expect(targetOrigin([], null)).toBe('*')
  })
})

describe('what is reported of a handler', () => {
  it('is a copy without functions', () => {
    expect(copyOf({ config: { onLoaded: () => undefined, payment_id: 'Shop-1' } })).toEqual({
      config: { payment_id: 'Shop-1' },
    })
    expect(copyOf(undefined)).toBeUndefined()
    expect(copyOf(() => undefined)).toBeUndefined()
  })

  it('is a text where the data turns in a circle, and a note where it is too long', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(copyOf(circle)).toBe('[object Object]')
    expect(copyOf('x'.repeat(100_001))).toBe('100003 characters of data')
  })
})
