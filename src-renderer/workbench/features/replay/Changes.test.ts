import { describe, expect, it } from 'vitest'
import { compareBodies } from './Changes'

describe('what an edit changes', () => {
  it('is listed by path', () => {
    const { note, changes } = compareBodies('{"a":{"b.c":1.0},"x":"gone"}', '{"a":{"b.c":1},"y":[2]}')
    expect(note).toBe('3 values, by path')
    expect(changes.map(({ kind, path }) => `${kind} ${path.join('/')}`).toSorted()).toEqual([
      'added y',
      'changed a/b.c',
      'removed x',
    ])
  })

  it('recognises the same data in another notation, and text that is not JSON', () => {
    expect(compareBodies('{"a":"ü"}', '{ "a": "\\u00fc" }').note).toBe('formatting only, not the data')
    expect(compareBodies('x', 'x').note).toBe('no changes in the body')
    expect(compareBodies('{}', '{').message).toBeDefined()
    expect(compareBodies('{', '{}').message).toMatch(/^The original/)
    expect(compareBodies('[]', `${'['.repeat(600)}${']'.repeat(600)}`).message).toMatch(
      /^It has more than 512 levels\. Compare/,
    )
    expect(compareBodies(`[${'1,'.repeat(100_000)}1]`, '[]').message).toBe(
      'The original cannot be compared by path. It has more than 100000 values. Compare the texts side by side.',
    )
  })

  it('is said in a word where there is no text', () => {
    expect(compareBodies(null, null).note).toBe('the bytes are sent unchanged')
    expect(compareBodies(null, '{}').note).toBe('a new body; the original is not text')
  })
})
