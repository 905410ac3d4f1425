import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#store/connection'
import { DATABASE_NAME } from '#store/open-database'
import { PROJECT } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, driveForm, openByLink } from './testing/form-client'
import { exchange } from './testing/wire-client'
import { exportSession, importSession } from './testing/session-client'
import { aGeneral, merchantOf } from './testing/requests'
import { isRecord } from './testing/signer'

const { bench, restart } = useFlowBench({ per: 'test' })

/** Restarts over the data folder as schema 11 left it: without entries for series and notes, and with a column that is gone. */
async function fromSchema11(): Promise<void> {
  await restart(() => {
    const connection = connect(join(bench.dataDir, DATABASE_NAME), 0)
    connection.exec(`DELETE FROM request_ids WHERE request_id LIKE '%:%'`)
    connection.exec(`ALTER TABLE timers ADD COLUMN data TEXT NOT NULL DEFAULT '{}'`)
    connection.exec(
      `ALTER TABLE form_visits RENAME TO form_sessions;
       CREATE TABLE exchange_contents AS SELECT seq AS exchange, headers, body, masked, verdict FROM exchanges;
       CREATE TABLE exchange_replies AS SELECT seq AS exchange, response_headers AS headers, response_body AS body
         FROM exchanges WHERE response_headers IS NOT NULL;
       ALTER TABLE exchanges RENAME COLUMN response_status TO reply_status;
       ALTER TABLE attempts RENAME COLUMN certificate_error TO certificate_fault;
       CREATE TABLE drafts (id TEXT);
       CREATE TABLE bulk_replays (id TEXT);
       CREATE TABLE bulk_replay_parts (id TEXT)`,
    )
    for (const column of ['headers', 'masked', 'verdict', 'response_headers', 'body', 'response_body']) {
      connection.exec(`ALTER TABLE exchanges DROP COLUMN ${column}`)
    }
    for (const table of ['payments', 'callbacks', 'exchanges']) {
      connection.exec(`ALTER TABLE ${table} DROP COLUMN annotation`)
    }
    connection.exec(
      'DROP TABLE changes; DROP TABLE journal; DROP INDEX callbacks_delivering; DROP INDEX request_ids_by_payment',
    )
    connection.exec(
      'DROP INDEX exchanges_by_payment; CREATE INDEX exchanges_by_payment ON exchanges (payment)',
    )
    connection.exec('PRAGMA user_version = 11')
    connection.close()
  })
}

const debit = (paymentId: string, seriesId: number) =>
  bench.post('/v2/payment/card/recurring', {
    general: aGeneral(paymentId),
    customer: { id: 'buyer-5', ip_address: '203.0.113.9' },
    payment: { amount: 990, currency: 'EUR' },
    recurring: { id: seriesId },
  })

describe('a data folder of schema 11', () => {
  it('keeps its series: they are debited, and their debits are found', async () => {
    await merchantOf(bench).sale('registers', { recurring: { register: true, type: 'U' } })
    await bench.settle()
    const { recurring } = (await merchantOf(bench).status('registers')).json
    const seriesId = Number(isRecord(recurring) ? recurring['id'] : undefined)
    await debit('debit-1', seriesId)
    await bench.settle()
    const { operations } = (await merchantOf(bench).status('debit-1')).json
    const [operation] = Array.isArray(operations) ? (operations as readonly { readonly id: number }[]) : []

    await fromSchema11()
    expect((await debit('debit-2', seriesId)).status).toBe(200)
    await bench.settle()
    expect((await merchantOf(bench).status('debit-2')).json).toMatchObject({
      payment: { status: 'success' },
      recurring: { id: seriesId },
    })
    const stopped = await bench.post('/v2/recurring/retry_stop', {
      general: { project_id: PROJECT.id },
      recurring: { id: seriesId },
      trigger_operation_id: operation?.id,
    })
    expect(stopped.json).toMatchObject({ status: 'success', trigger_operation_id: operation?.id })
  })
})

describe('a form that an older version opened', () => {
  it('continues, sends every message once and travels in a session file', async () => {
    const opened = await openByLink(bench, anOpening('older-form'))
    const path = /\/payment\/[0-9a-f]{32}/.exec(opened.text)?.[0] ?? ''
    await restart(() => {
      const connection = connect(join(bench.dataDir, DATABASE_NAME), 0)
      connection.exec(
        `UPDATE form_visits SET state = json_remove(
           json_set(state, '$.told', json_extract(state, '$.announcedEvents')), '$.announcedEvents')`,
      )
      connection.close()
    })
    const file = await exportSession(bench)
    const form = driveForm(bench, await exchange(`${bench.ready.platform}${path}`, { method: 'GET' }))
    await form.confirm()
    await bench.settle()
    await form.poll()
    expect(form.messages).toEqual(['payment_sent', 'payment_submit_result', 'payment_success'])
    expect(await importSession(bench, file.bytes)).toMatchObject({ name: 'a-session' })
  })
})
