import { describe, expect, it } from 'vitest'
import { compareWith, type Comparison } from './Changes'

const compareBodies = (before: string, body: string): Comparison =>
  compareWith(before, { kind: 'known', body })

describe('what an edit changes', () => {
  it('is listed by path, numbers as they are written', () => {
    expect(compareBodies('{"a":{"b.c":1.0},"x":"gone"}', '{"a":{"b.c":1},"y":[2]}')).toEqual({
      kind: 'lines',
      total: 3,
      lines: [
        { kind: 'changed', path: 'a."b.c"', from: null, before: '1.0', after: '1' },
        { kind: 'added', path: 'y', from: null, before: null, after: '[2]' },
        { kind: 'removed', path: 'x', from: null, before: '"gone"', after: null },
      ].toSorted((one, other) => order(one.kind) - order(other.kind)),
    })
    function order(kind: string): number {
      return ['removed', 'changed', 'added'].indexOf(kind)
    }
  })

  it('names both places of what was moved', () => {
    expect(compareBodies('{"signature":"s","general":{}}', '{"general":{"signature":"s"}}')).toMatchObject({
      lines: [{ kind: 'moved', from: 'signature', path: 'general.signature', after: '"s"' }],
    })
  })

  it('recognises the same data in another notation, and text that is not JSON', () => {
    expect(compareBodies('{"a":"ü"}', '{ "a": "\\u00fc" }')).toEqual({ kind: 'writing' })
    expect(compareBodies('x', 'x')).toEqual({ kind: 'same' })
    expect(compareBodies('{}', '{')).toMatchObject({ kind: 'noJson' })
    expect(compareBodies('{', '{}')).toMatchObject({ kind: 'noJson' })
    expect(compareBodies('[]', `${'['.repeat(600)}${']'.repeat(600)}`)).toMatchObject({
      message: expect.stringMatching(/^It has more than 512 levels\. Compare/),
    })
    const huge = `[${'1,'.repeat(100_000)}1]`
    expect(compareBodies(huge, '[]')).toMatchObject({
      kind: 'noJson',
      message:
        'The original cannot be compared by path. It has more than 100000 values. Compare the texts side by side.',
    })
  })

  it('is empty while the outgoing body is not known', () => {
    expect(compareWith('{}', { kind: 'error' })).toEqual({
      kind: 'none',
      note: 'not known until it can be sent',
    })
    expect(compareWith('{}', { kind: 'looking' })).toMatchObject({ kind: 'none' })
    expect(compareWith('{}', { kind: 'known', body: '{}' })).toEqual({ kind: 'same' })
    expect(compareWith(null, { kind: 'known', body: null })).toMatchObject({
      note: 'the bytes are sent unchanged',
    })
    expect(compareWith(null, { kind: 'known', body: '{}' })).toMatchObject({
      note: 'a new body; the original is not text',
    })
  })
})
