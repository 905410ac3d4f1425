import { describe, expect, it } from 'vitest'
import { judgeFlaky, parseFlakyList, readFlakyList } from './flaky.mjs'
import { closingLine, tallyOfPlaywright } from './tally.mjs'

const name = '[browser] specs/clock.spec.ts › jumps › one hour'
const report = {
  suites: [
    {
      title: 'specs/clock.spec.ts',
      suites: [
        {
          title: 'jumps',
          specs: [
            { title: 'one hour', tests: [{ status: 'flaky', projectName: 'browser' }] },
            { title: 'one day', tests: [{ status: 'expected', projectName: 'browser' }] },
          ],
        },
      ],
    },
  ],
  errors: [],
}

describe('a test that passed only at its second try', () => {
  it('passes the first time, and is named with the line for the list', () => {
    const tally = tallyOfPlaywright(report, new Set())
    expect(closingLine(tally)).toBe('2 passed, 0 failed, 0 skipped')
    const line = /\{.*\}/.exec(tally.notes.join('\n'))?.[0] ?? ''
    expect(tally.notes).toEqual([
      expect.stringMatching(/^flaky: \[browser\] specs\/clock\.spec\.ts › jumps › one hour passed only/),
    ])
    expect([...parseFlakyList(`[${line}]`)]).toEqual([name])
  })

  it('fails the run where it is on the list, and says what to do', () => {
    const tally = tallyOfPlaywright(report, new Set([name]))
    expect(closingLine(tally)).toBe('1 passed, 1 failed, 0 skipped')
    expect(tally.notes).toEqual([
      `failed: ${name} needed its second try again. Find the race in the test or in the program, fix it, and take the line out of e2e/flaky.json`,
    ])
  })

  it('is known by its host and its whole path', () => {
    const others = [
      '[desktop] specs/clock.spec.ts › jumps › one hour',
      '[browser] specs/clock.spec.ts › one hour',
    ]
    expect(tallyOfPlaywright(report, new Set(others)).failed).toBe(0)
  })

  it('does not matter on the list while it passes at once', () => {
    const listed = new Set(['[browser] specs/clock.spec.ts › jumps › one day'])
    expect(tallyOfPlaywright(report, listed)).toMatchObject({ passed: 2, failed: 0 })
  })

  it('is named with the day of the run', () => {
    expect(judgeFlaky(name, new Set(), new Date('2026-01-31T23:00:00Z')).note).toContain(
      '"seen":"2026-01-31"',
    )
  })
})

describe('the list of flaky tests', () => {
  it('in the repository can be read', () => {
    expect(readFlakyList()).toBeInstanceOf(Set)
  })

  it.each(['{}', '["a"]', '[{"test":"a"}]', '[{"test":"a","seen":"yesterday"}]', '[null]', '['])(
    'is refused as %s',
    (text) => {
      expect(() => parseFlakyList(text)).toThrow()
    },
  )
})
