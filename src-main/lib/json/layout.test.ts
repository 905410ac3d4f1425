import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactJson, layOutJson } from './layout'
import { jsonText } from './testing/json-text'

describe('the layout of JSON', () => {
  it('is added and removed without touching a token', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const compact = compactJson(text)
        const laidOut = layOutJson(text)
        expect(compact).not.toBeNull()
        expect(compactJson(laidOut ?? '')).toBe(compact)
        expect(layOutJson(compact ?? '')).toBe(laidOut)
        expect(JSON.parse(compact ?? '')).toEqual(JSON.parse(text))
        expect(JSON.parse(laidOut ?? '')).toEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(JSON.stringify(value))).toBe(JSON.stringify(value))
        expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it.each(['', '{"a":1,}', '{a:1}', '1 2', '\uFEFF{}'])('is null for %j', (text) => {
    expect(compactJson(text)).toBeNull()
    expect(layOutJson(text)).toBeNull()
  })
})
