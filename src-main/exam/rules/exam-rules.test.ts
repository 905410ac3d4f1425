import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { problemLines, readScenario } from '#scenarios/reading/read-scenario'
import { MERCHANT } from '#exam/testing/merchant'
import { scenarioText, stepsOf } from '#exam/trials/trial'
import { EXAM_RULES } from './exam-rules'

const TRIALS = EXAM_RULES.flatMap(({ trials = [] }) => trials)

it('the exam has every rule of the contract once, in the same order', () => {
  expect(EXAM_RULES.map(({ number }) => number)).toEqual(Array.from({ length: 41 }, (_, n) => n + 1))
})

it('each rule has trials, a check or both, or else a question for a person', () => {
  for (const { number, trials = [], check, review } of EXAM_RULES)
    expect(trials.length > 0 || check !== undefined, String(number)).toBe(review === undefined)
})

it('the remedy of a rule does not just repeat its question', () => {
  for (const { number, review, remedy } of EXAM_RULES) expect(remedy, String(number)).not.toBe(review ?? '')
})

it('each trial has a unique and valid file name', () => {
  const names = EXAM_RULES.flatMap(({ number, trials = [] }) => trials.map(({ id }) => `${number}-${id}`))
  expect(new Set(names).size).toBe(names.length)
  for (const { id } of TRIALS) expect(id).toMatch(/^[a-z0-9-]+$/)
})

it.each([
  ['a merchant that opens the form', MERCHANT],
  ['a merchant that redirects to the form', { ...MERCHANT, opens: 'headers.location' as const }],
  ['a merchant that uses the API', { ...MERCHANT, style: 'api' as const }],
  ['a merchant that sells by methods', { ...MERCHANT, style: 'api' as const, sellsByMethods: true }],
  ['a merchant without a checkout', { ...MERCHANT, style: 'none' as const, checkout: null }],
  ['a merchant whose orders cannot be seen', { ...MERCHANT, orders: null }],
])('the exam writes valid scenarios for %s', (_, merchant) => {
  for (const trial of TRIALS.filter(({ cannot }) => (cannot?.(merchant) ?? null) === null)) {
    const reading = readScenario(scenarioText(trial, merchant))
    expect(reading.ok ? '' : problemLines(trial.id, reading.problems)).toBe('')
  }
})

it('the exam never writes the secret into a scenario', () => {
  for (const trial of TRIALS) expect(scenarioText(trial, MERCHANT)).toContain('secret: ${secret}')
})

it('the exam judges a rule only by steps that compare something', () => {
  for (const trial of TRIALS)
    for (const { step, fails } of stepsOf(trial, MERCHANT))
      if (fails !== undefined)
        expect(
          Object.keys(step).some((key) => key.startsWith('expect')),
          `${trial.id}: ${fails}`,
        ).toBe(true)
})

const methodOf = ({ trials = [], check, review }: (typeof EXAM_RULES)[number]): string =>
  [
    ...trials.map(({ name }) => name),
    ...(check === undefined ? [] : ['what the merchant sends during the exam']),
    ...(review === undefined ? [] : ['a person looks at it']),
  ].join('; ')

it('the guide has the table of all rules', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/exam.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| +(\d+) +\| (.*?) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells)
  expect(rows).toEqual(EXAM_RULES.map((rule) => [String(rule.number), rule.title, methodOf(rule)]))
})
