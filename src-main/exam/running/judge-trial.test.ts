import { expect, it } from 'vitest'
import type { ScenarioResult, StepResult } from '#scenarios/running/result'
import { aResult, aStep } from '#scenarios/testing/results'
import { MERCHANT } from '#exam/testing/merchant'
import type { Trial, TrialStep } from '#exam/trials/trial'
import { judge } from './judge-trial'

const STEPS: readonly TrialStep[] = [
  { step: {}, needs: 'There is no order.' },
  { step: {}, fails: 'It was paid.' },
  { step: {}, fails: 'Something is missing.', onlyIfSeen: true },
  { step: {}, fails: 'Its form is wrong.', onlyIfSeen: true, missing: 'Not seen:' },
]
const TRIAL: Trial = { id: 'x', name: 'X', steps: STEPS }

const step = (index: number, failure: Partial<NonNullable<StepResult['failure']>> | null): StepResult =>
  failure === null
    ? aStep({ index })
    : aStep({ index, state: 'failed', failure: { message: 'No.', expected: null, lines: [], ...failure } })

const runOf = (state: ScenarioResult['state'], steps: readonly StepResult[]) => aResult({ state, steps })
const verdict = (run: ScenarioResult, trial = TRIAL) => {
  const { verdict: found, reason } = judge(trial, STEPS, run, MERCHANT)
  return [found, reason]
}

it('judge passes a trial whose run passed', () => {
  expect(verdict(runOf('passed', [step(0, null)]))).toEqual(['passed', 'The merchant behaved as required.'])
})

it('judge does not pass a trial if part of it could not be observed', () => {
  const trial = { ...TRIAL, unseen: () => 'Give --orders.' }
  expect(verdict(runOf('passed', [step(0, null)]), trial)).toEqual(['not observed', 'Give --orders.'])
})

it('judge fails a rule because of a step that compared something', () => {
  const run = runOf('failed', [step(0, null), step(1, { expected: 'not "paid"', lines: ['was "paid"'] })])
  expect(verdict(run)).toEqual(['failed', 'It was paid.'])
})

it('judge does not fail a rule because of a step that got no response', () => {
  const run = runOf('failed', [step(0, null), step(1, { message: 'GET x got no response.' })])
  expect(verdict(run)).toEqual(['not observed', 'GET x got no response.'])
})

it('judge does not fail a rule because of a step that only prepares the trial', () => {
  const members = [{ path: ['answer'], expected: '200', actual: '404' }]
  const run = runOf('failed', [step(0, { expected: '200', members })])
  expect(verdict(run)).toEqual(['not observed', 'There is no order. (answer: expected 200, was 404)'])
})

it('judge does not fail a rule if the request that a step inspects is missing', () => {
  expect(verdict(runOf('failed', [step(2, { expected: '{}' })]))[0]).toBe('not observed')
  const other = [{ path: ['path'], expected: '', actual: '"x"' }]
  expect(verdict(runOf('failed', [step(2, { expected: '{}', members: other })]))[0]).toBe('not observed')
  const wrong = [{ path: ['body', 'additional_data'], expected: 'any', actual: 'nothing' }]
  expect(verdict(runOf('failed', [step(2, { expected: '{}', members: wrong })]))[0]).toBe('failed')
})

it.each([
  ['404', 'It was paid. It was answered with 404: check the callback address.'],
  ['204', 'It was paid. It was answered with 204.'],
  ['null', 'It was paid. It got no response: check the callback address, and that the back end is running.'],
])('judge says what response a callback got instead of 200: %s', (was, reason) => {
  const members = [{ path: ['answer'], expected: '200', actual: was }]
  expect(verdict(runOf('failed', [step(1, { expected: '{}', members })]))).toEqual(['failed', reason])
})

it('judge names the members that were never sent, if those that were sent are right', () => {
  const date = { path: ['body', 'customer', 'day_of_birth'], expected: '', actual: 'nothing' }
  const silent = runOf('failed', [step(3, { expected: '{}', members: [date] })])
  expect(verdict(silent)).toEqual(['not observed', 'Not seen: customer.day_of_birth.'])
  const country = { path: ['body', 'customer', 'billing', 'country'], expected: '', actual: '"x"' }
  const wrong = runOf('failed', [step(3, { expected: '{}', members: [date, country] })])
  expect(verdict(wrong)).toEqual(['failed', 'Its form is wrong.'])
})

it('judge gives no verdict on a trial that was stopped', () => {
  const run = runOf('stopped', [step(0, null), step(1, { expected: 'paid' })])
  expect(verdict(run)).toEqual(['not observed', 'The exam ended before this trial.'])
})
