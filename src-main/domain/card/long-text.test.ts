import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doAllSteps, type Steps } from '#lib/steps'
import { EVERY_NUMBER, findCardNumbers } from './testing/every-number'
import { maskAgainInSteps } from './mask-again'
import { maskTextInSteps } from './mask-text'

const MIB = 1024 * 1024
const NUMBER = '4000000000000077'

/**
 * Runs all steps. Returns the duration of the longest one and the result. Counts the shorter of wall and processor
 * time for each, so that other programs do not matter.
 */
function runWatched<Result>(steps: Steps<Result>): { readonly longestMs: number; readonly result: Result } {
  let longestMs = 0
  for (;;) {
    const before = process.cpuUsage()
    const began = performance.now()
    const step = steps.next()
    const { user, system } = process.cpuUsage(before)
    longestMs = Math.max(longestMs, Math.min(performance.now() - began, (user + system) / 1000))
    if (step.done === true) return { longestMs, result: step.value }
  }
}

/** Quadratic work would take minutes; recursion would overflow the stack. */
const MAX_STEP_MS = 1000

/** The longest accepted body is 16 MiB; in an ordinary run, a quarter of that shows whether steps are short. */
const LENGTH = (process.env['PAYBENCH_TESTS'] === 'all' ? 16 : 4) * MIB

describe('millions of characters', () => {
  it.each<readonly [string, string]>([
    ['digits', '1'],
    ['digits with spaces', '1 '],
    ['percent-encoded digits', '%31'],
    ['security codes', 'cvv:123,'],
    ['card numbers', `${NUMBER},`],
    ['brackets', '['],
  ])('of %s are searched in short steps', { timeout: 120_000 }, (_what, unit) => {
    const text = unit.repeat(Math.floor(LENGTH / unit.length))
    const { longestMs } = runWatched(maskTextInSteps(text))
    expect(longestMs).toBeLessThan(MAX_STEP_MS)
  })

  it('with a hundred thousand claimed spans are masked in short steps', { timeout: 60_000 }, () => {
    const text = `${NUMBER} `.repeat(500_000)
    const claimed = Array.from({ length: 100_000 }, (_, n) => ({
      start: n,
      end: text.length - n,
      kind: 'cvv' as const,
    }))
    const { longestMs, result } = runWatched(maskAgainInSteps(text, claimed))
    expect(longestMs).toBeLessThan(MAX_STEP_MS)
    expect(result.text.includes(NUMBER)).toBe(false)
  })
})

describe('a chain of digits that is longer than one window', () => {
  it('hides no number, wherever the number is', () => {
    // The filler has no adjacent digits, so the number begins and ends where a run of digits does.
    const filler = fc.integer({ min: 0, max: 20_000 }).map((n) => '0 '.repeat(n))
    fc.assert(
      fc.property(filler, filler, (before, behind) => {
        const text = `${before}${NUMBER} ${behind}`
        const found = findCardNumbers(text, { ...EVERY_NUMBER, accepts: (digits) => digits === NUMBER })
        expect(found).toEqual([{ start: before.length, end: before.length + NUMBER.length, kind: 'pan' }])
      }),
      { numRuns: 20 },
    )
  })
})

it('only the first of overlapping claimed spans counts', () => {
  const masked = '400000******0077'
  const claimed = [
    { start: 0, end: 16, kind: 'pan' },
    { start: 2, end: 16, kind: 'pan' },
  ] as const
  expect(doAllSteps(maskAgainInSteps(masked, claimed))).toEqual({
    text: masked,
    spans: [{ start: 0, end: 16, kind: 'pan' }],
  })
  expect(doAllSteps(maskAgainInSteps('', []))).toEqual({ text: '', spans: [] })
})
