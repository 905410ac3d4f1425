import { describe, expect, it, onTestFinished } from 'vitest'
import type { LastingConnection } from '#client/connection/lasting-connection'
import { METHODS } from '#domain/method/method'
import { BenchError } from '#protocol/connection'
import { openReceiver } from '#e2e/fixtures/merchant/receiver'
import { freePort } from '#e2e/fixtures/hosts/free-ports'
import { PROJECT } from './testing/flow-bench'
import { aClarification, aSale } from './testing/requests'
import { serve } from './testing/serve'
import { signed } from './testing/signer'
import { runText, useScenarioBench } from './testing/scenario-runs'

const { bench, connection, run } = useScenarioBench()

const STEPS = [
  '- sale: {as: order, amount: 46.50 EUR, card: clarification-avs}\n    expect: {http: 200, body: {status: success}}',
  '- expect callback: {of: order, kind: clarification, body: {status: awaiting clarification}}',
  '- clarify: {of: order, avs_data: {avs_post_code: H91 AB12, avs_street_address: 14 Long Walk}}\n    expect: {http: 200}',
  '- expect callback: {of: order, kind: result, body: {payment: {status: success, sum: {amount: 4650}}}}',
  '- expect captured: {of: order, answer: 200, body: {operation: {code: "0"}}}',
  '- expect payment: {of: order, status: success, amount: 46.5 EUR}',
  '- expect nothing: {of: order, for: 10 min}',
]
const scenario = (steps: readonly string[]): string =>
  `name: A\ngiven: {clock: frozen}\nsteps:\n${steps.map((step) => `  ${step}`).join('\n')}\n`

describe('a payment method in a scenario', () => {
  const IDEAL = '- sale: {as: order, amount: 46.50 EUR, method: online-banking/ideal}'

  it('can be any of the catalogue, and sample values are given for everything that it needs', async () => {
    const steps = METHODS.flatMap(({ path, currencies, operations: { sale } }, n) => {
      if (sale === undefined) return []
      const currency = currencies.find((each) => each !== 'any') ?? 'EUR'
      const isCode = sale.customer?.[0] === 'otp'
      const status = isCode ? 'awaiting clarification' : '{not: awaiting clarification}'
      return [
        `- sale: {as: m${n}, amount: 46 ${currency}, method: ${path}}`,
        `- expect payment: {of: m${n}, status: ${status}}`,
      ]
    })
    const result = await run(scenario(steps))
    const failed = result.steps.find(({ state }) => state === 'failed')
    expect(failed?.failure ?? result.failure, failed?.source).toBeNull()
    expect(steps.length).toBeGreaterThan(200)
  })

  it.each([
    ['leave', 'in: 1 min', 'success'],
    ['leave', 'in: 1 min, result: decline', 'decline'],
    ['pay', 'amount: 40 EUR', 'success'],
  ])('has a customer who can %s with %s', async (provider, more, status) => {
    const { steps } = await run(
      scenario([
        IDEAL,
        `- customer: {of: order, provider: ${provider}, ${more}}\n    expect: {http: 200}`,
        `- expect payment: {of: order, status: ${status}, within: 1 min}`,
      ]),
    )
    expect(steps.map(({ failure }) => failure)).toEqual([null, null, null])
  })

  it.each([
    [IDEAL, 'pay, amount: 40 PKR', 'Write an amount in EUR.'],
    [IDEAL, 'pay, amount: 0 EUR', 'The provider’s page did not accept this decision.'],
    [`${IDEAL}\n  - customer: {of: order, provider: leave}`, 'pay', 'is in “awaiting redirect result”.'],
    ['- sale: {as: order, amount: 46.50 EUR}', 'pay', 'is in “success”.'],
  ])('says why its customer cannot decide: after %s, %s', async (before, decision, why) => {
    const { steps } = await run(scenario([before, `- customer: {of: order, provider: ${decision}}`]))
    expect(steps.at(-1)?.failure?.message).toContain(why)
  })

  it('can be chosen on the hosted form, and so can a card', async () => {
    const opens = 'opens: {payment_amount: 4650, payment_currency: EUR, customer_first_name: Nora}'
    const result = await run(`name: M
given: {clock: frozen, project: {switches: {methods: [{path: online-banking/ideal}]}}}
steps:
  - customer: {as: order, ${opens}}
    expect: {view: methods}
  - customer: {of: order, pays: {method: online-banking/ideal, fields: {customer: {last_name: Vale}}}}
    expect: {view: provider}
  - customer: {of: order, provider: pay}
    expect: {view: result}
  - expect payment: {of: order, status: success, body: {payment: {method: ideal}}}
  - customer: {as: other, ${opens}, pays: {card: success}}
    expect: {view: result}
`)
    const failed = result.steps.find(({ state }) => state === 'failed')
    expect(failed?.failure ?? result.failure, failed?.source).toBeNull()
  })

  it('that does not exist is refused as the platform refuses it', async () => {
    const unknown = '- sale: {as: order, amount: 46.50 EUR, method: wallet/none}'
    const { state } = await run(scenario([`${unknown}\n    expect: {http: 400, body: {code: "2541"}}`]))
    expect(state).toBe('passed')
  })
})

describe('a run of a scenario', () => {
  it.each([
    [0, 'status: success', 'status: error'],
    [1, 'kind: clarification', 'kind: remaining'],
    [1, 'awaiting clarification', 'awaiting'],
    [2, 'http: 200', 'http: 400'],
    [3, 'amount: 4650', 'amount: ">4650"'],
    [4, 'answer: 200', 'answer: 500'],
    [5, '46.5 EUR', '46.51 EUR'],
  ])('fails at step %i, and only there, if “%s” is changed to “%s”', async (index, from, to) => {
    const changed = STEPS.map((step, at) => (at === index ? step.replace(from, to) : step))
    const result = await run(scenario(changed))
    expect(result.state).toBe('failed')
    expect(result.steps.map(({ state }) => state)).toEqual(
      STEPS.map((_, at) => (at < index ? 'passed' : at === index ? 'failed' : 'skipped')),
    )
    const failed = result.steps[index]
    expect(failed?.failure?.expected).toBeTruthy()
    expect(failed?.failure?.members).not.toEqual([])
    expect(failed?.evidence[0]?.request ?? failed?.evidence[0]?.response).toBeTruthy()
  })

  it('shows a message that came when nothing should have come, with its bytes', async () => {
    const result = await run(scenario([...STEPS.slice(0, 2), '- expect nothing: {of: order, for: 31 min}']))
    expect(result.steps.at(-1)).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('result') },
    })
    expect(result.steps.at(-1)?.evidence[0]?.request).toContain('"code":"603"')
  })

  it('waits for an advance of the clock that somebody else has started', async () => {
    const receiver = await openReceiver()
    onTestFinished(() => receiver.close())
    const { projectId } = await connection.call('projects.create', {
      name: 'Slow receiver',
      callbackUrl: receiver.url,
    })
    const { key } = await connection.call('payments.create', { projectId, amount: 100, currency: 'EUR' })
    const release = receiver.hold()
    await connection.call('payments.complete', { key, outcome: 'success' })
    const advancing = connection.call('clock.advance', { ms: 1000 })
    await expect.poll(async () => (await connection.call('clock.get', {})).advancing).toBeDefined()
    let refusals = 0
    const watched: LastingConnection = {
      ...connection,
      async call(name, params) {
        try {
          return await connection.call(name, params)
        } catch (error) {
          if (error instanceof BenchError && error.code === 'conflict') refusals += 1
          throw error
        }
      },
    }
    const run = runText(watched, scenario(STEPS.slice(0, 2)))
    await expect.poll(() => refusals).toBeGreaterThan(0)
    release()
    expect((await run).steps.map(({ failure }) => failure)).toEqual([null, null])
    await advancing
  })

  it.each([
    ['text/plain', PROJECT.id, PROJECT.secret, 'refused it with 2003'],
    ['application/json', PROJECT.id + 1, PROJECT.secret, 'refused it with 2442'],
    ['application/json', PROJECT.id, `${PROJECT.secret}\n`, 'used with a line end after it'],
  ])('shows requests of a merchant that no step has checked: %s, %i, %j', async (type, id, secret, why) => {
    const merchant = await serve((_, response) => {
      const sale = aSale(`Shop-${id}`)
      const general = { ...sale.general, project_id: id }
      fetch(`${bench.ready.platform}/v2/payment/card/sale`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: JSON.stringify(signed({ ...sale, general }, secret)),
      }).then(
        () => response.end('{}'),
        () => response.destroy(),
      )
    })
    const result = await run(`name: A
given: {clock: frozen, project: {id: ${PROJECT.id}}}
steps:
  - request: {url: "${merchant}/"}
    expect: {http: 500}
`)
    const [own, left, ...more] = result.steps[0]?.evidence ?? []
    expect(own?.response).toContain('HTTP/1.1 200 OK')
    expect(left?.title).toBe('POST /v2/payment/card/sale')
    expect(left?.remarks?.[0]).toBe('No step of the scenario has looked at it.')
    expect(left?.remarks?.[1]).toContain(why)
    expect(more).toEqual([])
  })

  it('says what to do if nothing listens at the address of a request', async () => {
    const host = `localhost:${await freePort()}`
    const result = await run(`name: N
given: {clock: frozen}
steps:
  - request: {url: "http://${host}/checkout"}
`)
    expect(result.steps[0]?.failure?.message).toBe(
      `GET http://${host}/checkout got no response: nothing listens at ${host}. Start the merchant's back end, or correct the address.`,
    )
  })

  it('shows no callbacks of payments that it has not made', async () => {
    const { key } = await connection.call('payments.create', {
      projectId: PROJECT.id,
      amount: 100,
      currency: 'EUR',
    })
    const other = await serve((_, response) => {
      connection.call('payments.complete', { key, outcome: 'success' }).then(
        () => response.end('{}'),
        () => response.destroy(),
      )
    })
    const result = await run(`name: C
given: {clock: frozen, capture: [500], project: {id: ${PROJECT.id}, callbackUrl: capture}}
steps:
  - sale: {as: order, amount: 1 EUR}
  - until: idle
  - request: {url: "${other}/"}
    expect: {http: 500}
`)
    const titles = result.steps[2]?.evidence.map(({ title }) => title) ?? []
    expect(titles[0]).toMatch(/^GET /)
    expect(titles.filter((title) => title.includes(' callback of '))).toEqual([
      expect.stringContaining(result.payments[0]?.id ?? 'none'),
    ])
  })

  it('can check a merchant that acts by itself: its checkout, its callbacks, its requests', async () => {
    const shop = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => void chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        response.end(JSON.stringify({ order: { payment: 'Shop-77' } }))
        const send =
          request.url === '/checkout'
            ? bench.post('/v2/payment/card/sale', aSale('Shop-77', { pan: '4000000000017006' }))
            : body.includes('"clarification_fields"')
              ? bench.post(
                  '/v2/payment/clarification',
                  aClarification('Shop-77', { avs_data: { avs_post_code: 'X', avs_street_address: 'Y 1' } }),
                )
              : Promise.resolve(null)
        send.catch((error: unknown) => {
          throw error
        })
      })
    })
    const text = `name: A merchant that answers by itself
variables: {shop: {}}
given: {clock: frozen, project: {id: ${PROJECT.id}, callbackUrl: "\${shop}/callbacks"}}
steps:
  - request: {as: checkout, url: "\${shop}/checkout", body: {basket: 7}}
    expect: {http: 200, body: {order: {payment: any}}}
  - expect received: {as: order, path: /v2/payment/card/sale, http: 200, signature: valid, body: {general: {payment_id: "\${checkout.body.order.payment}"}}}
  - expect callback: {of: order, kind: clarification, answer: 200}
  - expect received: {of: order, path: /v2/payment/clarification, http: 200, response: {status: success}}
  - expect payment: {of: order, status: success}
`
    const result = await run(text, { variables: { shop } })
    const failed = result.steps.find(({ state }) => state === 'failed')
    expect(failed?.failure ?? result.failure, failed?.source).toBeNull()
    expect(result.payments).toEqual([{ id: 'Shop-77', key: expect.any(String) }])
  })
})
