import { expect, it } from 'vitest'
import { consoleLines } from '#scenarios/reports/report-runs'
import { useScenarioBench } from './testing/scenario-runs'
import { serve } from './testing/serve'

const { run: runScenario } = useScenarioBench()

const run = (steps: string, variables: Readonly<Record<string, string>> = {}) =>
  runScenario(`name: A\nvariables: {shop: ""}\ngiven: {clock: frozen}\nsteps:\n${steps}`, {
    variables,
  })

const OPENED = '{as: order, opens: {payment_amount: 100, payment_currency: EUR, customer_id: c1}'

it.each([
  ['a sale', '- sale: {as: order, amount: 1 EUR, body: {customer: {ip_address: absent}}}', '2004', 400],
  ['a wrong signature', '- sale: {as: order, amount: 1 EUR, signature: wrong}', '3261', 400],
  ['a `post` request', '- post: {as: order, path: /v2/payment/nowhere}', '', 404],
  ['an opening of the form', '- customer: {as: order, opens: {payment_amount: absent}}', '2004', 400],
  ['a value in the form', `- customer: ${OPENED}, pays: {cvv: "1"}}`, 'cvv', 422],
])('a step without `expect` fails if the platform refuses %s, and says why', async (_, step, why, http) => {
  const result = await run(`  ${step}\n  - until idle\n`)
  expect(result.steps.map(({ state }) => state)).toEqual(['failed', 'skipped'])
  const { message = '', lines = [] } = result.steps[0]?.failure ?? {}
  expect(message).toContain(why)
  expect(lines).toEqual([`If the refusal is expected, add this to the step: expect: { http: ${http} }`])
  expect(consoleLines(result)[1]).toBe(`  ${message}`)

  const expected = await run(`  ${step}\n    expect: { http: ${http} }\n  - until idle\n`)
  expect(expected.state).toBe('passed')
  expect(expected.steps[0]?.summary).toMatch(/, as expected$/)
  for (const remark of expected.steps[0]?.evidence[0]?.remarks ?? []) {
    expect(remark).toMatch(/^As expected: /)
  }
})

it('a `customer` step names the refusal that keeps the form closed', async () => {
  const result = await run('  - customer: {as: order, opens: {payment_amount: absent}, pays: {}}\n')
  expect(result.steps[0]?.failure?.message).toMatch(
    /^No form of order is open\. The platform refused it with 2004 for payment_amount/,
  )
})

it('an expected refusal does not fail a later step that sends no request', async () => {
  const result = await run(
    '  - sale: {as: order, amount: 1 EUR, signature: wrong}\n    expect: {http: 400}\n  - until idle\n',
  )
  expect(result.state).toBe('passed')
})

it('a response of the merchant to a request of the scenario is not a refusal by the platform', async () => {
  const shop = await serve((_, response) => response.writeHead(500).end('broken'))
  expect((await run('  - request: {url: "${shop}/"}\n', { shop })).state).toBe('passed')
})
