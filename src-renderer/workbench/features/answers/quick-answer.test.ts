import { describe, expect, it } from 'vitest'
import { isQuick, quickAnswer } from './quick-answer'

describe('a quick answer', () => {
  it('matches every request and is recognised by its id', () => {
    const rule = quickAnswer([{ kind: 'silence' }])
    expect(rule).toMatchObject({ enabled: true, match: {}, steps: [{ kind: 'silence' }] })
    expect([isQuick(rule), isQuick({ id: 'a' })]).toEqual([true, false])
  })

  it('has a valid id', () => {
    expect(quickAnswer([]).id).toMatch(/^quick_[0-9a-f]{20}$/)
  })
})
