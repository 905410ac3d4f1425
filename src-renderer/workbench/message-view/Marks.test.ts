import { describe, expect, it } from 'vitest'
import { shownMarks } from './Marks'

const byHand = { ruleId: null }
const byRule = { ruleId: 'fault-1' }

describe('the changes to a message that are shown at first', () => {
  it('are all of a few', () => {
    expect(shownMarks([])).toEqual([])
    expect(shownMarks([byHand, byRule, byHand, byHand])).toEqual([0, 1, 2, 3])
  })

  it('are the newest of many', () => {
    expect(shownMarks(Array.from({ length: 9 }, () => byHand))).toEqual([6, 7, 8])
  })

  it('keep what a rule did, however much the tester did since', () => {
    expect(shownMarks([byRule, byHand, byHand, byHand, byHand, byHand])).toEqual([0, 3, 4, 5])
  })

  it('fold a rule that acted on every attempt', () => {
    expect(shownMarks(Array.from({ length: 120 }, () => byRule))).toEqual([114, 115, 116, 117, 118, 119])
  })
})
