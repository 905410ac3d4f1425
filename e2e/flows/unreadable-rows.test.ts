import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#store/connection'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { DATABASE_NAME } from '#store/open-database'
import { discardIndex } from '#store/index/open-index'
import { openFlowBench, START, type FlowBench } from './testing/flow-bench'
import { anOpening, GOOD_CARD, openByLink } from './testing/form-client'
import { CARDS, HOUR, merchantOf, summaryOf } from './testing/requests'
import { exchange, type WireAnswer } from './testing/wire-client'

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
    // What is listed is copied from there.
    discardIndex(bench.dataDir)
  })
}

const list = {
  payments: () => bench.call('payments.list', {}),
  callbacks: () => bench.call('callbacks.list', {}),
  captures: () => bench.call('captures.list', {}),
  traffic: () => bench.call('traffic.list', {}),
} as const

describe('a stored row with an unknown value', () => {
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

  it.each([
    `UPDATE payments SET status = 'levitating' WHERE payment_id = 'waits-1'`,
    `UPDATE payment_states SET state = '{' WHERE payment =
       (SELECT seq FROM payments WHERE payment_id = 'waits-1')`,
  ])('of a payment keeps no timer of another one waiting: %s', async (change) => {
    const shop = merchantOf(bench)
    for (const id of ['waits-1', 'waits-2']) await shop.sale(id, { pan: CARDS.avs })
    await bench.settle()
    await afterChange(change)
    await bench.advance(HOUR)
    expect(await summaryOf(bench, 'waits-2')).toMatchObject({ status: 'decline', resultCode: '603' })
    expect((await bench.call('clock.get', {})).now).toBe(new Date(START + HOUR).toISOString())
  })

  it('of a payment is answered by the API with the codes of the contract, and noticed once', async () => {
    const { key } = await summaryOf(bench, 'order-1')
    await afterChange(
      `UPDATE payments SET status = 'levitating' WHERE payment_id = 'order-1'`,
      `UPDATE payment_states SET state = '{"key":' WHERE payment =
         (SELECT seq FROM payments WHERE payment_id = 'order-2')`,
    )
    const shop = merchantOf(bench)
    for (const id of ['order-1', 'order-2']) {
      expect(await shop.status(id)).toMatchObject({ status: 200, json: { status: 'error', code: '3062' } })
      for (const answer of [await shop.followUp('cancel', id), await shop.sale(id)]) {
        expect(answer).toMatchObject({
          status: 500,
          json: { status: 'error', code: '501', errors: [{ code: 501, field: '' }] },
        })
      }
    }
    expect(await shop.status('order-3')).toMatchObject({ json: { payment: { status: 'success' } } })
    expect((await bench.call('exchanges.list', { limit: 10 })).items).toHaveLength(10)
    expect((await bench.call('exchanges.list', { query: 'status:500' })).items[3]).toMatchObject({
      paymentKey: key,
      refusal: { code: '501', contract: '5.1' },
    })
    const { notices } = await bench.call('bench.info', {})
    expect(notices).toMatchObject([
      {
        id: 'unreadable',
        message:
          'The stored payment "order-2" cannot be read. The database holds unexpected JSON in "state". The same is true of 1 more.',
      },
    ])
    expect(notices[0]?.remedy).toContain('Open the data folder with the newer version')
  })

  it.each(['{"key":', '{}', '[]', '{"key":"pay_1","paymentId":"waits-1","status":"processing"}'])(
    'of a payment is shown by every request of its form, and noticed: %s',
    async (state) => {
      const page = await openByLink(bench, anOpening('waits-1'))
      const path = /\/payment\/[0-9a-f]{32}/.exec(page.text)?.[0] ?? ''
      const post = (place: string, type: string, body: string): Promise<WireAnswer> =>
        exchange(`${bench.ready.platform}${path}${place}`, { headers: { 'Content-Type': type }, body })
      const confirm = () =>
        post('/confirm', 'application/json', JSON.stringify({ card: { ...GOOD_CARD, pan: CARDS.avs } }))
      expect(await confirm()).toMatchObject({ status: 200 })
      await bench.settle()
      await afterChange(
        `UPDATE payment_states SET state = '${state}' WHERE payment =
           (SELECT seq FROM payments WHERE payment_id = 'waits-1')`,
      )
      const message = FORM_STRINGS.en.error.sentences[500]
      const fields = JSON.stringify({ fields: { 'avs_data.avs_post_code': 'H91 AB12' } })
      for (const answer of [await confirm(), await post('/clarification', 'application/json', fields)])
        expect(answer).toMatchObject({ status: 500, json: { problems: [], message } })
      const issuer = await post('/issuer?place=page', 'application/x-www-form-urlencoded', 'code=1')
      expect(issuer.status).toBe(500)
      expect(issuer.text).toContain(message)
      expect((await bench.call('exchanges.list', { query: 'status:500' })).total).toBe(3)
      const { notices } = await bench.call('bench.info', {})
      expect(notices).toMatchObject([
        {
          id: 'unreadable',
          message:
            'What is stored about an open form cannot be read. The database holds unexpected JSON in "state".',
        },
      ])
      expect(notices[0]?.remedy).toContain('Open the data folder with the newer version')
      expect(await merchantOf(bench).status('waits-1')).toMatchObject({ json: { code: '3062' } })
    },
  )

  it('of a payment leaves its timer on the clock, without a name', async () => {
    await merchantOf(bench).sale('waits-1', { pan: CARDS.avs })
    await bench.settle()
    const { nextTimer } = await bench.call('clock.get', {})
    expect(nextTimer).toMatchObject({ kind: 'timer', paymentId: 'waits-1' })
    await afterChange(`UPDATE payment_states SET state = '{}' WHERE payment =
      (SELECT seq FROM payments WHERE payment_id = 'waits-1')`)
    expect((await bench.call('clock.get', {})).nextTimer).toEqual({ ...nextTimer, paymentId: '' })
  })

  it('of a payment does not keep its callbacks and captures from being recorded', async () => {
    await bench.switches({ callbackRules: [] })
    await bench.call('projects.update', { projectId: 9041, callbackUrl: `${bench.ready.merchant}/late` })
    const { key } = await bench.call('payments.create', { amount: 100, currency: 'EUR', paymentId: 'late-1' })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await afterChange(
      `UPDATE payments SET status = 'levitating' WHERE payment_id = 'late-1'`,
      `UPDATE callbacks SET state = 'scheduled', attempt_count = 0, next_attempt_at = 5
       WHERE payment_id = 'late-1'`,
    )
    await bench.settle()
    const [callback] = (await list.callbacks()).items
    expect(callback).toMatchObject({ paymentId: 'late-1', state: 'delivered', lastStatus: 200 })
    expect((await list.captures()).items[0]).toMatchObject({ paymentId: 'late-1', paymentKey: key })
    expect((await bench.call('bench.info', {})).notices).toEqual([])
  })

  it('is left out of a bulk replay, which continues with the others', async () => {
    const ids = (await list.callbacks()).items.map(({ id }) => id)
    await afterChange(`UPDATE callbacks SET kind = 'telegram' WHERE id = '${ids[1] ?? ''}'`)
    const started = await bench.call('replay.start', {
      query: '',
      pacing: 'flat',
      order: 'original',
      concurrency: 1,
      signing: 'keep',
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

describe('a callback that is due', () => {
  it('is sent although its marks are damaged, because they are an annotation', async () => {
    const id = await dueAfterChange(`UPDATE callbacks SET marks = 'no JSON'`)
    await bench.settle()
    const sent = (await list.callbacks()).items.find((callback) => callback.id === id)
    expect(sent).toMatchObject({ state: 'delivered', marks: [] })
    expect(sent?.unreadable).toBeUndefined()
    expect((await bench.call('bench.info', {})).notices).toEqual([])
  })

  it('is set aside once, with a notice, where its header fields are damaged', async () => {
    const id = await dueAfterChange(`UPDATE callback_contents SET headers = 'no JSON'`)
    await bench.settle()
    const dropped = (await list.callbacks()).items.find((callback) => callback.id === id)
    expect(dropped).toMatchObject({
      state: 'dropped',
      note: 'Not sent: its content cannot be read. The database holds unexpected JSON in "headers".',
    })
    expect((await bench.call('bench.info', {})).notices).toMatchObject([
      { id: 'unreadable', message: expect.stringContaining(`The callback ${id} cannot be read`) },
    ])
    const { key } = await bench.call('payments.create', { amount: 100, currency: 'EUR' })
    await bench.call('payments.complete', { key, outcome: 'success' })
    await bench.settle()
    expect((await list.callbacks()).items[0]).toMatchObject({ paymentKey: key, state: 'delivered' })
  })

  /** Makes the oldest callback due again after this change of every callback. Returns its id. */
  async function dueAfterChange(change: string): Promise<string> {
    const id = (await list.callbacks()).items.at(-1)?.id ?? ''
    await afterChange(
      change,
      `UPDATE callbacks SET state = 'scheduled', attempt_count = 0, next_attempt_at = 5 WHERE id = '${id}'`,
    )
    return id
  }
})
