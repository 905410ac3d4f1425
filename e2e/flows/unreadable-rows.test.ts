import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src-main/store/connection'
import { DATABASE_NAME } from '../../src-main/store/open-database'
import { openFlowBench, START, type FlowBench } from './testing/flow-bench'
import { CARDS, HOUR, merchantOf, summaryOf } from './testing/requests'

let bench: FlowBench
beforeEach(async () => {
  bench = await openFlowBench()
  for (const id of ['order-1', 'order-2', 'order-3']) await merchantOf(bench).sale(id)
  await bench.settle()
})
afterEach(() => bench.close())

/** Changes the database file as a newer version, or a fault of the disk, might have; the bench is not running meanwhile. */
async function afterChange(...statements: readonly string[]): Promise<void> {
  bench = await bench.restart(() => {
    const connection = connect(join(bench.dataDir, DATABASE_NAME), 0)
    for (const statement of statements) connection.exec(statement)
    connection.close()
  })
}

const list = {
  payments: () => bench.call('payments.list', {}),
  callbacks: () => bench.call('callbacks.list', {}),
  captures: () => bench.call('captures.list', {}),
  traffic: () => bench.call('traffic.list', {}),
} as const

describe('a stored row with a word that nobody knows', () => {
  it.each([
    ['payments', 'payments', 'status', `'levitating'`, /unexpected value in "status": "levitating"/],
    ['payments', 'payments', 'origin', `'moon'`, /unexpected value in "origin": "moon"/],
    ['callbacks', 'callbacks', 'state', `'levitating'`, /unexpected value in "state": "levitating"/],
    ['callbacks', 'callbacks', 'kind', `'telegram'`, /unexpected value in "kind": "telegram"/],
    ['callbacks', 'callbacks', 'marks', `'no JSON'`, /unexpected JSON in "marks"/],
    [
      'captures',
      'exchanges',
      'signature_state',
      `'purple'`,
      /unexpected value in "signature_state": "purple"/,
    ],
    ['captures', 'exchanges', 'source', `'window'`, /unexpected value in "source": "window"/],
    ['traffic', 'exchanges', 'refusal', `'{}'`, /unexpected JSON in "refusal"/],
  ] as const)('stays in the list of %s (%s.%s is %s)', async (name, table, column, value, reason) => {
    const before = await list[name]()
    const key = table === 'payments' ? 'key' : 'id'
    const [, second] = before.items
    const id = second === undefined ? '' : 'key' in second ? second.key : second.id
    await afterChange(`UPDATE ${table} SET ${column} = ${value} WHERE ${key} = '${id}'`)
    const after = await list[name]()
    expect(after.total).toBe(before.total)
    expect(after.items.map((row) => ('key' in row ? row.key : row.id))).toEqual(
      before.items.map((row) => ('key' in row ? row.key : row.id)),
    )
    expect(after.items[1]?.unreadable).toMatch(reason)
    expect(after.items[1]?.unreadable).toContain(
      'It was written by a newer version of Paybench, or it is damaged',
    )
    expect(after.items.filter(({ unreadable }) => unreadable !== undefined)).toHaveLength(1)
    expect(after.items[0]?.unreadable).toBeUndefined()
  })

  it('says in its details what is wrong; those of the others are shown', async () => {
    const [payment, otherPayment] = (await list.payments()).items
    const [callback, otherCallback] = (await list.callbacks()).items
    const [capture, otherCapture] = (await list.captures()).items
    await afterChange(
      `UPDATE payments SET status = 'levitating' WHERE key = '${payment?.key ?? ''}'`,
      `UPDATE callbacks SET state = 'levitating' WHERE id = '${callback?.id ?? ''}'`,
      `UPDATE exchanges SET source = 'window' WHERE id = '${capture?.id ?? ''}'`,
    )
    const refusals = [
      await bench.refusal('payments.get', { key: payment?.key ?? '' }),
      await bench.refusal('callbacks.get', { id: callback?.id ?? '' }),
      await bench.refusal('captures.get', { id: capture?.id ?? '' }),
    ]
    for (const { code, message } of refusals) {
      expect(code).toBe('unavailable')
      expect(message).toMatch(/^The database holds an unexpected value in "(?:status|state|source)"/)
      expect(message).toContain('Open the data folder with the newer version')
    }
    expect(await bench.call('payments.get', { key: otherPayment?.key ?? '' })).toMatchObject({
      status: 'success',
    })
    expect(await bench.call('callbacks.get', { id: otherCallback?.id ?? '' })).toMatchObject({
      state: 'delivered',
    })
    expect(await bench.call('captures.get', { id: otherCapture?.id ?? '' })).toMatchObject({ method: 'POST' })
  })

  it('of a payment keeps no timer of another one waiting', async () => {
    const shop = merchantOf(bench)
    for (const id of ['waits-1', 'waits-2']) await shop.sale(id, { pan: CARDS.avs })
    await bench.settle()
    await afterChange(`UPDATE payments SET status = 'levitating' WHERE payment_id = 'waits-1'`)
    await bench.advance(HOUR)
    expect(await summaryOf(bench, 'waits-2')).toMatchObject({ status: 'decline', resultCode: '603' })
    expect((await bench.call('clock.get', {})).now).toBe(new Date(START + HOUR).toISOString())
  })

  it('is left out of a bulk replay, which goes on with the others', async () => {
    const ids = (await list.callbacks()).items.map(({ id }) => id)
    await afterChange(`UPDATE callbacks SET kind = 'telegram' WHERE id = '${ids[1] ?? ''}'`)
    const started = await bench.call('replay.start', {
      ...{ query: '', pacing: 'flat', order: 'original', concurrency: 1, signing: 'keep' },
    })
    for (;;) {
      const { job, items } = await bench.call('replay.get', { id: started.id })
      await bench.settle()
      if (job.state !== 'done') continue
      expect(job).toMatchObject({ accepted: 2, left: 1 })
      expect(items[1]?.note).toContain('unexpected value in "kind": "telegram"')
      break
    }
  })

  it('is left out of an archive, which has all others', async () => {
    const { items, total } = await list.traffic()
    await afterChange(`UPDATE exchanges SET refusal = '{}' WHERE id = '${items[1]?.id ?? ''}'`)
    const archive = await bench.call('traffic.exportHar', {})
    expect(archive).toMatchObject({ entries: total - 1, done: total, total })
    expect(archive.next).toBeUndefined()
    expect(JSON.parse(archive.text)).toHaveProperty('log.entries')
  })

  it('is not sent, and keeps nothing else from being sent', async () => {
    await bench.switches({ callbackRules: [] })
    await bench.call('projects.update', { projectId: 9041, callbackUrl: `${bench.ready.merchant}/late` })
    const { key } = await bench.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'late-1' })
    await bench.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'late-2' })
    await afterChange(
      `UPDATE callbacks SET kind = 'telegram', state = 'scheduled', next_attempt_at = 5
       WHERE seq = (SELECT min(seq) FROM callbacks)`,
    )
    const sent = (await list.captures()).total
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    expect((await list.captures()).total).toBe(sent + 1)
    const { items } = await list.callbacks()
    expect(items.filter(({ unreadable }) => unreadable !== undefined)).toMatchObject([
      { state: 'scheduled', kind: 'other', attemptCount: 1 },
    ])
  })
})
