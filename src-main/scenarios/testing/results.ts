import type { ScenarioResult, StepResult } from '#scenarios/running/result'

/** A step that has passed. */
export const aStep = (change: Partial<StepResult> = {}): StepResult => ({
  index: 0,
  line: 4,
  verb: 'sale',
  source: '  - sale: {as: order}',
  note: null,
  state: 'passed',
  summary: 'sale order: HTTP 200',
  durationMs: 12,
  at: '2030-04-09T10:00:00.000Z',
  failure: null,
  evidence: [],
  ...change,
})

/** A scenario of one step that has passed. */
export const aResult = (change: Partial<ScenarioResult> = {}): ScenarioResult => ({
  name: 'A',
  about: null,
  file: 'scenarios/a.yaml',
  tags: [],
  state: 'passed',
  durationMs: 1234,
  startedAt: '2030-04-09T10:00:00.000Z',
  steps: [aStep()],
  failure: null,
  payments: [],
  ...change,
})
