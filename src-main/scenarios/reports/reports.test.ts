import { describe, expect, it } from 'vitest'
import { aResult, aStep } from '#scenarios/testing/results'
import { consoleLines, consoleSummary, junitReport } from './report-runs'
import { htmlReport } from './html'

const failed = aResult({
  state: 'failed',
  steps: [
    aStep({
      state: 'failed',
      failure: {
        message: 'Nothing like it came.',
        expected: '{a: {b: 1}}',
        lines: ['another: 0 of 1 value agrees'],
        members: [{ path: ['a', 'b'], expected: '1', actual: '2' }],
      },
      evidence: [
        {
          title: 'POST /x',
          reference: { type: 'exchange', id: 'ex_1' },
          request: 'POST /x\n\n</pre><script>\u0000',
          response: null,
        },
        { title: 'GET /y', reference: null, request: null, response: null },
        {
          title: 'POST /z',
          reference: null,
          request: null,
          response: null,
          remarks: ['Refused <with> 3261.'],
        },
      ],
    }),
  ],
})
const broken = aResult({
  state: 'broken',
  failure: { message: 'No value.', expected: null, lines: [] },
  steps: [aStep({ state: 'skipped', at: '' })],
})
const stopped = aResult({ state: 'stopped' })

describe('reports of scenarios', () => {
  it('say on the console where a step failed, what was expected and what was received', () => {
    expect(consoleLines(failed).join('\n')).toBe(
      [
        'FAILED     A (scenarios/a.yaml, 1.2 s)',
        '  a.b: expected 1, was 2',
        '  Nothing like it came.',
        '    another: 0 of 1 value agrees',
        '  scenarios/a.yaml:4',
        '  nearest: POST /x (ex_1)',
        '  also: POST /z',
        '    Refused <with> 3261.',
        '    - sale: {as: order}',
        '  expected {a: {b: 1}}',
      ].join('\n'),
    )
    expect(consoleSummary([failed, broken, stopped, aResult()])).toBe(
      '1 passed, 1 failed, 1 could not run, 1 stopped',
    )
  })

  it('are XML without invalid characters, whatever was sent', () => {
    const xml = junitReport([failed, broken, stopped])
    expect(xml).toContain('tests="3" failures="1" errors="1" skipped="1"')
    expect(xml).toContain('&lt;/pre&gt;&lt;script&gt;\ufffd')
    expect(xml).not.toContain('\u0000')
    expect(xml).toContain('Refused &lt;with&gt; 3261.')
    expect(xml).toContain('<error message="No value.">')
    expect(xml).toContain(
      '<failure message="a.b: expected 1, was 2 · Nothing like it came. · scenarios/a.yaml:4"',
    )
    expect(xml).toContain('<skipped message=')
  })

  it('say in the JUnit message why nothing arrived, if a remark on a callback explains it', () => {
    const dropped = {
      title: 'Callback',
      reference: null,
      request: null,
      response: null,
      remarks: ['It was dropped.'],
    }
    const failure = { message: 'None came.', expected: '{}', lines: [], members: [] }
    const result = aResult({
      state: 'failed',
      steps: [aStep({ state: 'failed', failure, evidence: [dropped] })],
    })
    expect(junitReport([result])).toContain(
      '<failure message="None came. · Callback: It was dropped. · scenarios/a.yaml:4"',
    )
  })

  it('are a page that begins with the difference in the failed step, with the steps collapsed', () => {
    const page = htmlReport([aResult({ name: 'Held' }), failed], '1.0')
    const text = page.slice(page.indexOf('<main>')).replaceAll(/<[^>]*>|\s+/g, ' ')
    const order = ['Step 1, sale', 'a.b', 'Nothing like it came', 'POST /x', 'The step', 'Held']
    const places = order.map((part) => text.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(page).toContain('<td>a.b</td>\n<td>1</td>\n<td>2</td>')
    expect(page).toMatch(/<details class="steps"\s*>/)
    expect(page.match(/<details\s+open\s*>/g)).toHaveLength(1)
  })

  it('are a page without scripts, with the failed scenarios expanded', () => {
    const page = htmlReport([failed, aResult({ about: 'What it shows.', tags: ['core'] })], '1.0')
    expect(page).not.toContain('<script>')
    // Text dimmed by opacity would fall below the contrast that readers need.
    expect(page).not.toContain('opacity')
    expect(page).toMatch(/<details class="scenario failed"\s+open\s*>/)
    expect(page).toMatch(/<details class="scenario passed"\s*>/)
    expect(page).toContain('What it shows.')
    expect(page).toContain('<p class="remark">Refused &lt;with&gt; 3261.</p>')
  })
})
