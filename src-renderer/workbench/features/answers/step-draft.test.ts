import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyStep, readScript, scriptText, STEP_KINDS, type StepDraft } from './step-draft'

const aResponse = (status: number, change: Partial<StepDraft> = {}): StepDraft => ({
  ...emptyStep('reply'),
  status: String(status),
  ...change,
})
const read = (text: string, before: readonly StepDraft[] = []) => readScript(text, before)

describe('answers in one line', () => {
  it.each(['500,500,200', '500, 500, 200', ' 500;500 ;200 ', '500,\n500,\n200,'])(
    'reads %j as three answers',
    (text) => {
      expect(read(text).steps).toEqual([aResponse(500), aResponse(500), aResponse(200)])
    },
  )

  it.each(['never', 'never respond', 'Never answer'])('reads %j as silence', (text) => {
    expect(read(text).steps).toEqual([emptyStep('silence')])
  })

  it('include silence, a reset, forwarding and delays', () => {
    expect(read('never, reset after 300 ms, Pass on, 200 after 12 s, 503 after 2').steps).toEqual([
      emptyStep('silence'),
      { ...emptyStep('reset'), delay: '300 ms' },
      emptyStep('forward'),
      aResponse(200, { delay: '12 s' }),
      aResponse(503, { delay: '2 s' }),
    ])
  })

  it.each([
    '',
    ' , ',
    '99',
    '600',
    '100',
    '5',
    'nothing',
    '500,,x',
    '200 after',
    '200 after noon',
    'never after 2 s',
  ])('says what is wrong with %j', (text) => {
    const { steps, error } = read(text)
    expect(steps).toBeNull()
    expect(error).toMatch(/(Use a status|Enter at least one)/)
  })

  it('copies what the line does not say', () => {
    const before = [
      aResponse(500, { body: 'later', headers: 'Retry-After: 1', delay: '9 s' }),
      { ...emptyStep('forward'), url: 'https://localhost:1', verifyCertificate: false },
    ]
    expect(read('503, pass on, pass on, 200', before).steps).toEqual([
      { ...before[0], status: '503', delay: '' },
      before[1],
      before[1],
      aResponse(200),
    ])
  })

  it('is read as it is written', () => {
    const step = fc.record({
      kind: fc.constantFrom(...STEP_KINDS),
      status: fc.integer({ min: 200, max: 599 }).map(String),
      delay: fc.constantFrom('', '300 ms', '1.5 s', '12 s'),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (parts) => {
        const steps = parts.map(({ kind, status, delay }) => ({
          ...emptyStep(kind),
          ...(kind === 'reply' ? { status } : {}),
          ...(kind === 'reply' || kind === 'reset' ? { delay } : {}),
        }))
        expect(read(scriptText(steps)).steps).toEqual(steps)
      }),
    )
  })
})
