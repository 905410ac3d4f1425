import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readScenario } from '#scenarios/reading/read-scenario'
import { scenarioSchema, VERBS } from './scenario-shape'
import { stepsGuide } from './testing/guide'

const docs = join(import.meta.dirname, '../../../docs')

it('the guide has a page with every step, generated from the table of steps', async () => {
  await expect(stepsGuide()).toMatchFileSnapshot(join(docs, 'scenario-steps.md'))
})

it('the example of every step is valid', () => {
  const before = ['sale: {as: order, amount: 1 EUR}', 'expect callback: {as: result}']
  for (const [verb, { example }] of Object.entries(VERBS)) {
    const sample = example.replace('as: order', 'as: other')
    const steps = [...before, `${verb}: ${sample}`].map((step) => `  - ${step}`).join('\n')
    const reading = readScenario(`name: A\nvariables: {shop: {}}\nsteps:\n${steps}\n`)
    expect(reading.ok ? [] : reading.problems, verb).toEqual([])
  }
})

it('the scenarios in the guide are valid', () => {
  const text = readFileSync(join(docs, 'scenarios.md'), 'utf8')
  const samples = [...text.matchAll(/```yaml\n(name:[\s\S]*?)```/g)].map(([, sample = '']) => sample)
  expect(samples.length).toBeGreaterThan(1)
  for (const sample of samples) {
    const reading = readScenario(sample)
    expect(reading.ok ? [] : reading.problems, sample).toEqual([])
  }
})

const shipped = join(import.meta.dirname, '../../../resources/scenarios/scenario.schema.json')

it('the schema for editors is generated from the table of steps', async () => {
  await expect(`${JSON.stringify(scenarioSchema(), null, 2)}\n`).toMatchFileSnapshot(shipped)
})
