import { beforeAll, expect, it } from 'vitest'
import { PROJECT } from './testing/flow-bench'
import { useMerchantBench } from './testing/merchant-bench'
import { aSale, CARDS, MINUTE } from './testing/requests'
import { signed } from './testing/signer'
import { exchange } from './testing/wire-client'

const OTHER = { projectId: 9042, secret: 'other-secret-3Kd8' }

const { bench, merchant, shop: own, restart } = useMerchantBench({ per: 'file' })

/** Makes payments with ids that both projects use, with and without a clarification. */
beforeAll(async () => {
  // At first, the capture server gets the callbacks.
  const callbackUrl = `${bench.ready.merchant}/callbacks`
  await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl })
  await bench.call('projects.create', { ...OTHER, name: 'Other' })
  for (const id of ['same', 'other']) {
    await own.sale(id)
    await saleOfOther(id)
  }
  await own.sale('waits', { pan: CARDS.avs })
  await saleOfOther('waits', CARDS.avs)
  // A callback that is retried again and again, and a request that cannot be read.
  await bench.call('projects.update', { projectId: PROJECT.id, callbackUrl: `${merchant.url}/own` })
  merchant.answerWith(() => 500)
  await own.sale('retried')
  await exchange(`${bench.ready.platform}/v2/payment/card/sale`, { body: 'nothing to read' })
  await exchange(`${bench.ready.merchant}/anything`, { body: 'from nobody' })
  await bench.settle()
})

async function saleOfOther(paymentId: string, pan?: string): Promise<void> {
  const sale = aSale(paymentId, pan === undefined ? {} : { pan })
  const body = { ...sale, general: { ...sale.general, project_id: OTHER.projectId } }
  await exchange(`${bench.ready.platform}/v2/payment/card/sale`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(signed(body, OTHER.secret)),
  })
}

/** Everything that the window shows of a project, with its details. */
async function shownOf(projectId: number) {
  const payments = await bench.call('payments.list', { projectId, limit: 500 })
  return {
    payments,
    details: await Promise.all(payments.items.map(({ key }) => bench.call('payments.get', { key }))),
    callbacks: await bench.call('callbacks.list', { projectId, limit: 500 }),
    captures: await bench.call('captures.list', { projectId, limit: 500 }),
    exchanges: await bench.call('exchanges.list', { projectId, limit: 500 }),
    search: await bench.call('search.all', { query: 'same', projectId }),
  }
}

/** The totals of all lists, and the counters in the same order. */
async function readTotals() {
  const totals = await Promise.all(
    (['payments.list', 'callbacks.list', 'captures.list', 'exchanges.list'] as const).map(
      async (method) => (await bench.call(method, {})).total,
    ),
  )
  const { payments, callbacks, captures, exchanges } = (await bench.call('bench.info', {})).counters
  return { totals, counted: [payments, callbacks, captures, exchanges] }
}

it('a reset of one project removes what belongs to it, and nothing else', async () => {
  const others = await shownOf(OTHER.projectId)
  const listUnowned = async () => {
    const { items } = await bench.call('traffic.list', { limit: 500 })
    return items.filter(({ projectId = null }) => projectId === null)
  }
  const unowned = await listUnowned()
  expect(others.payments.total).toBe(3)
  expect(others.captures.total).toBeGreaterThan(2)
  expect(unowned.length).toBeGreaterThanOrEqual(2)

  await bench.call('bench.reset', { projectId: PROJECT.id })

  expect(await shownOf(OTHER.projectId)).toEqual(others)
  expect(await listUnowned()).toEqual(unowned)
  const left = await shownOf(PROJECT.id)
  for (const list of [left.payments, left.callbacks, left.captures, left.exchanges])
    expect(list).toMatchObject({ total: 0, items: [] })
  expect(left.search).toMatchObject({ payments: { items: [] }, callbacks: { items: [] } })
  const { totals, counted } = await readTotals()
  expect(totals).toEqual(counted)
})

it('a reset of one project does not end the timers and retries of another project', async () => {
  const received = merchant.received.length
  await bench.advance(31 * MINUTE)
  expect(merchant.received.length).toBe(received)
  const { items } = await bench.call('payments.list', { projectId: OTHER.projectId, query: 'id:waits' })
  expect(items).toMatchObject([{ status: 'decline' }])
})

it('a reset of one project frees its payment ids, and the index agrees after a restart', async () => {
  expect((await own.sale('same')).status).toBe(200)
  await bench.settle()
  const before = await shownOf(PROJECT.id)
  expect(before.payments.total).toBe(1)
  await restart()
  expect((await shownOf(PROJECT.id)).payments).toEqual(before.payments)
  const { totals, counted } = await readTotals()
  expect(totals).toEqual(counted)
})

it('a reset of one project is refused if the project does not exist, or together with scenarioProjects', async () => {
  await expect(bench.call('bench.reset', { projectId: 1 })).rejects.toThrow(/not_found.*no project/)
  const both = { projectId: PROJECT.id, scenarioProjects: true }
  await expect(bench.call('bench.reset', both)).rejects.toThrow(/invalid_params.*leave it out/)
})
