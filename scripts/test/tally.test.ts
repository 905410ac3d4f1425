import { describe, expect, it } from 'vitest'
import {
  closingLine,
  judge,
  sum,
  tallyOfCheck,
  tallyOfPlaywright,
  tallyOfSkipped,
  tallyOfVitest,
} from './tally.mjs'

const vitestReport = (...statuses: readonly string[]) => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status) => ({ status, fullName: `a ${status} test` })),
    },
  ],
})

describe('the tally of npm test', () => {
  it('counts each check as one', () => {
    expect(tallyOfCheck('lint', 0)).toMatchObject({ passed: 1, failed: 0 })
    expect(tallyOfCheck('lint', 1)).toMatchObject({ passed: 0, failed: 1, notes: ['failed: lint'] })
    expect(tallyOfCheck('lint', null)).toMatchObject({ failed: 1 })
  })

  it('counts the tests of vitest and names those that failed or were skipped', () => {
    expect(tallyOfVitest(vitestReport('passed', 'failed', 'pending', 'todo'))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      notes: [
        'failed: a failed test',
        'skipped: a pending test (a.test.ts says why)',
        'skipped: a todo test (a.test.ts says why)',
      ],
    })
  })

  it('names the reason that a test of vitest gives for a skip', () => {
    const test = { status: 'skipped', fullName: 'the commands curl', meta: { leftOut: 'no curl was found' } }
    const report = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [test] }] }
    expect(tallyOfVitest(report)).toMatchObject({
      skipped: 1,
      notes: ['skipped: the commands curl (no curl was found)'],
    })
  })

  it('counts tests that cannot run here and says why; if there are none, the step fails', () => {
    const tally = tallyOfSkipped('tests in Firefox', 22, 'no Firefox was found')
    expect(tally).toEqual({
      passed: 0,
      failed: 0,
      skipped: 22,
      notes: ['skipped: 22 tests in Firefox (no Firefox was found)'],
    })
    expect(judge('tests in Firefox', tally, 0)).toEqual(tally)
    expect(judge('tests in Firefox', tallyOfSkipped('tests in Firefox', 0, ''), 0).failed).toBe(1)
  })

  it('counts a test file that could not be loaded as a failure', () => {
    const report = { testResults: [{ name: 'broken.test.ts', status: 'failed', assertionResults: [] }] }
    expect(tallyOfVitest(report)).toMatchObject({
      failed: 1,
      notes: ['failed: broken.test.ts could not be run'],
    })
  })

  it('counts the tests of Playwright in both hosts, with the reason for a skip', () => {
    const spec = (status: string, projectName: string, description?: string) => ({
      title: `is ${status}`,
      tests: [
        {
          status,
          projectName,
          annotations: description === undefined ? [] : [{ type: 'skip', description }],
        },
      ],
    })
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('expected', 'browser'), spec('flaky', 'browser')],
          suites: [
            {
              title: 'inner',
              specs: [spec('unexpected', 'desktop'), spec('skipped', 'browser', 'no touch screen')],
            },
          ],
        },
      ],
      errors: [],
    }
    expect(tallyOfPlaywright(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      notes: [
        'failed: [desktop] a.spec.ts › inner › is unexpected',
        'skipped: [browser] a.spec.ts › inner › is skipped (no touch screen)',
        'flaky: [browser] a.spec.ts › is flaky passed only on its second try. Find the race in the test or in the program',
      ],
    })
  })

  it('counts an error outside any test', () => {
    expect(tallyOfPlaywright({ suites: [], errors: [{ message: 'no such fixture' }] })).toMatchObject({
      failed: 1,
      notes: ['failed: no such fixture'],
    })
  })

  it('fails a runner that left no report, ran nothing, or crashed', () => {
    const passed = { passed: 1, failed: 0, skipped: 0, notes: [] }
    expect(judge('unit', passed, 0)).toEqual(passed)
    expect(judge('unit', undefined, 0)).toMatchObject({ failed: 1, notes: ['failed: unit left no report'] })
    expect(judge('unit', sum([]), 0)).toMatchObject({ failed: 1, notes: ['failed: unit ran no test'] })
    expect(judge('unit', passed, 1)).toMatchObject({ passed: 1, failed: 1 })
    expect(judge('unit', passed, null)).toMatchObject({ passed: 1, failed: 1 })
    expect(judge('unit', { ...passed, failed: 1 }, 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  it('closes with one line', () => {
    expect(closingLine(sum([tallyOfCheck('a', 0), tallyOfCheck('b', 1)]))).toBe(
      '1 passed, 1 failed, 0 skipped',
    )
  })
})
