import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { labelsFault, labelsOf } from './AnnotationDialog'

describe('labels as they are typed', () => {
  it('are separated by commas', () => {
    expect(labelsOf(' flaky,, ask the shop , ')).toEqual(['flaky', 'ask the shop'])
    expect(labelsOf('')).toEqual([])
  })

  it('are bounded as the bench bounds them', () => {
    const most = Array.from({ length: LIMITS.labels }, (_, at) => `label ${String(at)}`)
    expect(labelsFault(most)).toBeNull()
    expect(labelsFault([...most, 'more'])).toContain('at most 10')
    expect(labelsFault(['x'.repeat(LIMITS.labelChars)])).toBeNull()
    expect(labelsFault(['x'.repeat(LIMITS.labelChars + 1)])).toContain('longer than 40')
  })
})
