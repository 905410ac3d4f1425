import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  aCallback,
  anAttempt,
  anExchange,
  anOutcome,
  aPayment,
  aProject,
  aSavedCard,
  aVisit,
  opened,
  START,
  utf8,
} from '#store/testing/samples'
import { doAllSteps } from '#lib/steps'
import { parseQuery } from '#domain/query/parse'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import { connect } from '#store/connection'
import { migrate } from '#store/open-database'
import { MIGRATIONS } from '#store/migrations'
import type { Store } from '#store/store'
import { columnName, TABLE_NAMES, type TableName, tableOf } from '#store/tables'
import { openForeignSession } from './foreign-session'
import { announced, columnsOf, SessionFileError } from './tables'
import { startRestore } from './restore'

let directory: string
const stores: Store[] = []
const closeLater = (store: Store): Store => {
  stores.push(store)
  return store
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'paybench-restore-'))
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

function fill(store: Store): void {
  store.write(() => {
    store.settings.set('storage', '{"maxMessages":5000}')
    store.clock.write('{"mode":"frozen","rate":60,"virtual":1,"wall":2}')
    store.projects.insert(aProject())
    store.payments.insert(aPayment({ paymentId: 'Order\0-1' }))
    store.payments.insert(
      aPayment({ key: 'pay_2', paymentId: 'order-2', status: 'success', currency: 'JPY' }),
    )
    store.events.append('pay_1', START, 'registered', '{"n":1}')
    store.requestIds.remember('request-1', 'pay_2')
    store.timers.set({ id: 't1', paymentKey: 'pay_2', name: 'provider', dueAt: START })
    store.callbacks.insert(aCallback({ attemptCount: 1, state: 'failed' }))
    store.callbacks.insert(aCallback({ id: 'cb_2', paymentKey: null, paymentId: '', kind: 'token' }))
    const seq = store.attempts.start(anAttempt({ wallSentAt: 7, targetUrl: 'https://shop.test/hook' }))
    const outcome = anOutcome({
      answerHeaders: [['X-Odd', 'ÿ\u0000']],
      answerBody: Uint8Array.of(0, 255, 10),
    })
    store.attempts.finish(seq, { ...outcome, certificateError: 'It is self-signed.' })
    store.exchanges.insert(
      anExchange({
        paymentKey: 'pay_2',
        paymentId: 'order-2',
        responseStatus: 200,
        responseHeaders: [],
        responseBody: utf8('{"said":"marmalade"}'),
      }),
    )
    store.exchanges.insert(
      anExchange({ id: 'ex_2', source: 'capture', attempt: seq, body: new Uint8Array([1, 2, 0, 250]) }),
    )
    store.formVisits.insert(aVisit({ paymentKey: 'pay_1' }))
    store.savedCards.insert(aSavedCard())
    store.shopOrders.put('o1', '{"id":"o1"}')
    store.rules.replaceAll('fault', [{ id: 'r1', data: '{"delay":5}', evaluated: 3, fired: 2 }])
    const rule = '{"rule":{"match":{"kinds":["clarification"]}},"since":0}'
    store.rules.replaceAll('answer', [{ id: 'a1', data: rule, evaluated: 1, fired: 0 }])
  })
}

type Rows = Readonly<Record<TableName, readonly (readonly unknown[])[]>>

function rowsOf(store: Store): Rows {
  const path = join(mkdtempSync(join(directory, 'copy-')), 'copy.db')
  const snapshot = store.snapshot(path)
  try {
    copyAll(snapshot)
    snapshot.finish('{}')
    const session = openForeignSession(path)
    const rows = TABLE_NAMES.map((table): readonly [string, Rows[TableName]] => [
      table,
      [...session.rows(announced(table, 0))].flat(),
    ])
    session.close()
    return Object.fromEntries(rows) as Rows
  } finally {
    snapshot.close()
  }
}

async function restoreRows(rows: Rows): Promise<Store> {
  const into = mkdtempSync(join(directory, 'restored-'))
  const restore = startRestore({ directory: into })
  try {
    for (const table of TABLE_NAMES) for (const row of rows[table]) restore.add(table, row)
    await restore.finish()
    return closeLater(opened({ directory: into }))
  } catch (error) {
    restore.abandon()
    throw error
  }
}

const keysFoundBy = async (store: Store, query: string) => {
  const { terms } = parseQuery(query, PAYMENT_QUERY_FIELDS)
  return (await store.payments.list({ terms, limit: 50, nowMs: START })).items.map(({ key }) => key)
}
/** Copies all rows of a snapshot, without replacing columns or reporting progress. */
const copyAll = (snapshot: ReturnType<Store['snapshot']>) =>
  doAllSteps(
    snapshot.copyRows(
      () => undefined,
      () => undefined,
    ),
  )

it('a session in a folder is copied as it was when the snapshot was taken', async () => {
  const store = closeLater(opened({ directory: join(directory, 'source') }))
  fill(store)
  const snapshot = store.snapshot(join(directory, 'copy.db'))
  store.payments.insert(aPayment({ key: 'pay_3', paymentId: 'late' }))
  await store.committed()
  const counts = copyAll(snapshot)
  snapshot.close()
  expect([counts.payments, store.payments.count()]).toEqual([2, 3])
})

describe.each(['memory', 'a folder'] as const)('a session in %s', (place) => {
  const source = (): Store => {
    const store = closeLater(opened({ directory: place === 'memory' ? null : join(directory, 'source') }))
    fill(store)
    return store
  }

  it('is restored row by row, with totals and indexes', async () => {
    const before = source()
    const rows = rowsOf(before)
    const after = await restoreRows(rows)
    expect(rowsOf(after)).toEqual(rows)
    const contentOf = ({ payments, callbacks, attempts, exchanges, retention }: Store) => [
      [payments.byKey('pay_1'), callbacks.byId('cb_1'), attempts.byCallback('cb_1'), exchanges.byId('ex_1')],
      [callbacks.countByState(), callbacks.countFailing(), exchanges.counts(), retention.usage().messages],
    ]
    expect(contentOf(after)).toEqual(contentOf(before))
    expect(after.payments.count()).toBe(2)
    for (const query of ['marmalade', 'order', 'id:rder-2', 'amount>10', 'customer:omer']) {
      expect([query, await keysFoundBy(after, query)]).toEqual([query, await keysFoundBy(before, query)])
    }
    expect(await keysFoundBy(after, 'marmalade')).toEqual(['pay_2'])
  })
})

it('an abandoned restore lets its folder be removed', () => {
  const restore = startRestore({ directory })
  restore.abandon()
  rmSync(directory, { recursive: true })
  expect(() => readdirSync(directory)).toThrow()
})

/** Sets one value of the first row of a table. */
function withValue(rows: Rows, table: TableName, place: number, value: unknown): Rows {
  const [first = [], ...rest] = rows[table]
  return { ...rows, [table]: [first.map((old, at) => (at === place ? value : old)), ...rest] }
}

describe('a session that the store would not have written', () => {
  const rows = (): Rows => {
    const store = closeLater(opened())
    fill(store)
    return rowsOf(store)
  }

  it.each<readonly [TableName, number, unknown, RegExp]>([
    ['payments', 0, 'one', /"seq" that must be a whole number/],
    ['payments', 4, 'paid', /"status" that must be one of/],
    ['payments', 15, 8.64e15, /"created_at" that must be a whole number from 0/],
    ['payments', 13, '\ud800', /"description" that must be text without half a surrogate pair/],
    ['projects', 1, '', /"name" that must be a name of 1 to 80 characters/],
    ['payments', 9, '4000000000000077', /complete card number/],
    ['payments', 2, 99, /contradicts the rows before it/],
    ['payment_states', 0, 99, /row 99 of payments, which does not exist/],
    ['timers', 2, 'pay_9', /payment that does not exist/],
    ['callbacks', 7, 3, /./],
    ['callbacks', 12, 'gone', /"state" that must be one of/],
    ['callback_contents', 2, '!!', /"body" that must be at most/],
    ['callback_contents', 2, new Uint8Array(3), /a body other/],
    ['callback_contents', 1, '{"__proto__":1}', /unexpected JSON/],
    ['exchanges', 2, 'back', /"source" that must be one of/],
    ['exchanges', 27, '{"state":"invalid","explanation":""}', /a verdict other/],
    ['saved_cards', 5, '4000 0000 0000 0077', /complete card number/],
    ['counters', 0, 'payments', /counts and does not import/],
    ['clock', 0, 2, /"id" that must be a whole number from 1 to 1/],
  ])('is refused for an invalid value in %s at index %i', async (table, place, value, reason) => {
    const all = rows()
    const given = table === 'counters' ? { ...all, counters: [['evicted', 3]] } : all
    const changed = withValue(given, table, place, value)
    await expect(restoreRows(changed)).rejects.toThrow(SessionFileError)
    await expect(restoreRows(changed)).rejects.toThrow(reason)
  })

  it.each<readonly [TableName, RegExp]>([
    ['payment_states', /2 rows of payments, but 1 of payment_states/],
    ['callback_contents', /2 rows of callbacks, but 1 of callback_contents/],
    ['projects', /contradicts|no project/],
  ])('is refused if a row of %s is missing', async (table, reason) => {
    const all = rows()
    await expect(restoreRows({ ...all, [table]: all[table].slice(1) })).rejects.toThrow(reason)
  })

  it('is refused if a row has too few values', async () => {
    const all = rows()
    await expect(restoreRows({ ...all, projects: [[1, 2]] })).rejects.toThrow(/has 2 values/)
  })
})

/** Tables that a session file omits: the planner's statistics, the change log, and the id of the journal. */
const OMITTED_TABLES = /^(?:changes|journal)$|^sqlite_/

describe('the tables of a session file', () => {
  const connection = connect(':memory:', 0)
  migrate(connection, MIGRATIONS)

  it('are all tables of the schema except the statistics, the change log and the journal id', () => {
    const known = connection
      .all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .map((row) => String(row['name']))
      .filter((name) => !OMITTED_TABLES.test(name))
    expect([...TABLE_NAMES].sort()).toEqual(known.sort())
  })

  it.each(TABLE_NAMES)('include every column of %s with its type in the schema', (table) => {
    const known = connection.all(`SELECT * FROM pragma_table_xinfo('${table}')`).map((row) => ({
      name: String(row['name']),
      type: String(row['type']).replace(/ GENERATED.*/i, ''),
      isNullable: row['notnull'] === 0 && row['pk'] === 0,
    }))
    const columns = Object.entries(tableOf(table).columns).map(([field, { type, isNullable }]) => ({
      name: columnName(field),
      type,
      isNullable,
    }))
    const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
      one.name < other.name ? -1 : 1
    expect(columns.sort(byName)).toEqual(known.sort(byName))
    expect(columnsOf(table).map(({ name }) => name)).toContain(tableOf(table).key)
  })

  it('come after the tables that they refer to', () => {
    TABLE_NAMES.forEach((table, place) => {
      for (const row of connection.all(`SELECT * FROM pragma_foreign_key_list('${table}')`)) {
        expect(TABLE_NAMES.slice(0, place), table).toContain(row['table'])
      }
    })
  })
})
