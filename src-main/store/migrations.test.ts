import { describe, expect, it } from 'vitest'
import { connect, type Connection } from './connection'
import { APPLICATION_ID, migrate, type Migration, newestVersion, schemaVersion } from './open-database'
import { MIGRATIONS } from './migrations'

const upTo = (version: number): readonly Migration[] =>
  MIGRATIONS.filter((migration) => migration.version <= version)

/** A database of an older version. */
function databaseOf(version: number): Connection {
  const connection = connect(':memory:', 0)
  migrate(connection, upTo(version))
  return connection
}

const INSERT_PAYMENT = `INSERT INTO payments (key, project_id, payment_id, payment_id_folded, status, is_final, amount,
  amount_thousandths, currency, method, customer_id, customer_id_folded, result_code, result_message, description,
  origin, created_at, updated_at, deadline_at)
  VALUES ('pay_1', 1, 'Order', 'order', 'processing', 0, 100, 1000, 'EUR', 'card', 'c', 'c', '', '', '', 'api', 1, 1, 2)`

describe('the schema', () => {
  it('has steps that count up without a gap', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
    expect(newestVersion(MIGRATIONS)).toBe(MIGRATIONS.length)
  })

  it('is made once and marked as ours', () => {
    const connection = databaseOf(0)
    expect(schemaVersion(connection)).toBe(0)
    migrate(connection, MIGRATIONS)
    migrate(connection, MIGRATIONS)
    expect(schemaVersion(connection)).toBe(MIGRATIONS.length)
    expect(connection.get('PRAGMA application_id')?.['application_id']).toBe(APPLICATION_ID)
    expect(connection.all('PRAGMA foreign_key_check')).toEqual([])
  })

  it('stays at the version before a step that fails', () => {
    const connection = databaseOf(1)
    const broken: Migration = {
      version: 2,
      statements: ['CREATE TABLE half (a)', 'CREATE TABLE settings (a)'],
    }
    expect(() => {
      migrate(connection, [...upTo(1), broken])
    }).toThrow('already exists')
    expect(schemaVersion(connection)).toBe(1)
    expect(connection.get(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`)).toBeUndefined()
  })

  it('lets a query start from the index that finds the fewest rows', () => {
    const connection = databaseOf(MIGRATIONS.length)
    const planOf = (sql: string): string =>
      connection
        .all(`EXPLAIN QUERY PLAN ${sql}`)
        .map((row) => String(row['detail']))
        .join('\n')
    expect(
      planOf('SELECT seq FROM exchanges WHERE is_capture = 1 AND payment = 7 AND payment <> 0'),
    ).toContain('exchanges_by_payment')
    expect(planOf('DELETE FROM request_ids WHERE payment = 1')).toContain('request_ids_by_payment')
    expect(planOf('SELECT * FROM timers ORDER BY due_at, seq LIMIT 1')).not.toContain('TEMP B-TREE')
    expect(
      planOf(
        `SELECT * FROM callbacks m WHERE m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed') ORDER BY m.next_attempt_at, m.seq LIMIT 1`,
      ),
    ).toMatch(/^SEARCH m USING INDEX callbacks_by_due [^\n]*$/)
  })
})

describe('step 1', () => {
  it('starts from an empty database', () => {
    const connection = databaseOf(1)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    expect(connection.get('SELECT key FROM payments')?.['key']).toBe('pay_1')
  })
})

describe('step 2', () => {
  it('keeps the payments and lets request ids point at them', () => {
    const connection = databaseOf(1)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    migrate(connection, upTo(2))
    expect(schemaVersion(connection)).toBe(2)
    connection.run(
      `INSERT INTO request_ids (request_id, payment) SELECT 'r', seq FROM payments WHERE key = 'pay_1'`,
    )
    expect(connection.all('SELECT request_id FROM request_ids')).toHaveLength(1)
    expect(() => connection.run(`INSERT INTO request_ids VALUES ('q', 99)`)).toThrow('FOREIGN KEY')
  })
})

describe('step 3', () => {
  it('keeps the rows and gives the planner statistics of every index that it names', () => {
    const connection = databaseOf(2)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    migrate(connection, upTo(3))
    expect(connection.all('SELECT key FROM payments')).toHaveLength(1)
    const unknown = connection.all(
      `SELECT idx FROM sqlite_stat1 WHERE (tbl, idx) NOT IN (SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index')`,
    )
    expect(unknown).toEqual([])
    expect(connection.all('SELECT idx FROM sqlite_stat1').length).toBeGreaterThan(20)
  })
})

describe('step 4', () => {
  const rows = (connection: Connection, table: string) => connection.all(`SELECT * FROM ${table}`)
  const definitions = (connection: Connection, condition: string) =>
    connection.all(`SELECT name, sql FROM sqlite_schema WHERE ${condition} ORDER BY name`)
  const statistics = (connection: Connection) =>
    connection.all(`SELECT * FROM sqlite_stat1 WHERE tbl = 'callbacks' ORDER BY idx`)

  /** A database as version 3 left it: a callback that is to be sent and a gap before its number. */
  function filled(): Connection {
    const connection = databaseOf(3)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    connection.run(
      `INSERT INTO callbacks (seq, id, payment, payment_key, payment_id, project_id, kind, created_at, target_url,
         target_is_own_path, method, size_bytes, body_hash, state, attempt_count, first_due_at, next_n, next_attempt_at,
         last_status, last_duration_ms, replay_of, note, operation_id)
       VALUES (17, 'cb_1', 1, 'pay_1', 'Order', 1, 'result', 5, '/callbacks', 1, 'POST', 2, x'ab', 'failed', 1, 5, 1, 15,
         500, 1.5, 'cb_0', 'n', 9041000000311)`,
    )
    connection.run(`INSERT INTO callback_contents VALUES (17, '[]', x'7b7d')`)
    connection.run(
      `INSERT INTO attempts (callback, n, due_at, sent_at, wall_sent_at, finished) VALUES (17, 0, 5, 5, 5, 1)`,
    )
    connection.run(`INSERT INTO search (rowid, words) VALUES ((1 << 32) | (17 << 3) | 2, 'harbour')`)
    return connection
  }

  it('keeps callbacks with their numbers, contents, attempts, words, indexes and statistics', () => {
    const connection = filled()
    const tables = ['callbacks', 'callback_contents', 'attempts', 'payments', 'projects']
    const before = tables.map((table) => rows(connection, table))
    const indexes = definitions(connection, `type = 'index' AND tbl_name = 'callbacks' AND sql IS NOT NULL`)
    const known = statistics(connection)
    migrate(connection, upTo(4))
    expect(tables.map((table) => rows(connection, table))).toEqual(before)
    expect(definitions(connection, `type = 'index' AND tbl_name = 'callbacks' AND sql IS NOT NULL`)).toEqual(
      indexes,
    )
    expect(statistics(connection)).toEqual(known)
    expect(known.length).toBeGreaterThan(5)
    expect(connection.all(`SELECT rowid FROM search WHERE search MATCH 'harbour'`)).toHaveLength(1)
    expect(connection.all('PRAGMA foreign_key_check')).toEqual([])
    expect(connection.get('PRAGMA foreign_keys')?.['foreign_keys']).toBe(1)
    expect(definitions(connection, `name LIKE 'rebuilt%' OR name LIKE '%statistics%'`)).toEqual([])
  })

  it('still lets contents and attempts go with their callback, and a callback belong to no payment', () => {
    const connection = filled()
    migrate(connection, upTo(4))
    connection.run('UPDATE callbacks SET payment = NULL WHERE seq = 17')
    expect(() => connection.run('UPDATE callbacks SET payment = 99 WHERE seq = 17')).toThrow('FOREIGN KEY')
    connection.run('DELETE FROM callbacks WHERE seq = 17')
    expect([rows(connection, 'callback_contents'), rows(connection, 'attempts')]).toEqual([[], []])
  })

  it('changes nothing where a reference would be broken', () => {
    const connection = filled()
    connection.exec('PRAGMA foreign_keys = OFF')
    connection.run('UPDATE callbacks SET payment = 99')
    connection.exec('PRAGMA foreign_keys = ON')
    expect(() => {
      migrate(connection, upTo(4))
    }).toThrow('refers to one that is gone')
    expect(schemaVersion(connection)).toBe(3)
    expect(connection.get('PRAGMA foreign_keys')?.['foreign_keys']).toBe(1)
    expect(rows(connection, 'callbacks')).toHaveLength(1)
  })

  it('starts the same on an empty database', () => {
    const connection = databaseOf(4)
    expect(['form_sessions', 'saved_cards', 'shop_orders'].map((table) => rows(connection, table))).toEqual([
      [],
      [],
      [],
    ])
    expect(
      connection
        .all(
          `EXPLAIN QUERY PLAN SELECT * FROM callbacks m WHERE m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed') ORDER BY m.next_attempt_at, m.seq LIMIT 1`,
        )
        .map((row) => String(row['detail'])),
    ).toEqual([expect.stringContaining('callbacks_by_due')])
  })
})

describe('step 5', () => {
  it('keeps messages as they were and gives them no marks', () => {
    const connection = databaseOf(4)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    connection.run(
      `INSERT INTO callbacks (seq, id, payment, payment_key, payment_id, project_id, kind, created_at,
         target_is_own_path, method, size_bytes, body_hash, state, attempt_count, first_due_at, next_n)
       VALUES (17, 'cb_1', 1, 'pay_1', 'Order', 1, 'result', 5, 1, 'POST', 2, x'ab', 'delivered', 1, 5, 1)`,
    )
    connection.run(
      `INSERT INTO attempts (callback, n, due_at, sent_at, wall_sent_at, finished) VALUES (17, 0, 5, 5, 5, 1)`,
    )
    migrate(connection, upTo(5))
    expect(connection.get('SELECT seq, id, lane, hold, marks FROM callbacks')).toEqual({
      seq: 17,
      id: 'cb_1',
      lane: null,
      hold: null,
      marks: '[]',
    })
    expect(connection.get('SELECT request_body, wire, marks FROM attempts')).toEqual({
      request_body: null,
      wire: null,
      marks: '[]',
    })
    expect(connection.all('PRAGMA foreign_key_check')).toEqual([])
    expect([connection.all('SELECT * FROM rules'), connection.all('SELECT * FROM drafts')]).toEqual([[], []])
  })
})

describe('step 8', () => {
  it('keeps attempts and exchanges, and finds the captures of a callback by an index', () => {
    const connection = databaseOf(7)
    connection.run(
      `INSERT INTO callbacks (seq, id, payment_key, payment_id, project_id, kind, created_at, target_is_own_path, method,
         size_bytes, body_hash, state, attempt_count, first_due_at, next_n)
       VALUES (17, 'cb_1', '', '', 1, 'token', 5, 0, 'POST', 2, x'ab', 'failed', 1, 5, 1)`,
    )
    connection.run(
      `INSERT INTO attempts (callback, n, due_at, sent_at, wall_sent_at, finished) VALUES (17, 0, 5, 5, 5, 1)`,
    )
    migrate(connection, upTo(8))
    expect(connection.all('SELECT n, target_url, certificate_fault FROM attempts')).toEqual([
      { n: 0, target_url: null, certificate_fault: null },
    ])
    const [plan] = connection.all(
      'EXPLAIN QUERY PLAN SELECT * FROM exchanges m WHERE m.callback_id = ? AND m.is_capture = 1 ORDER BY m.seq',
      'cb_1',
    )
    expect(plan?.['detail']).toContain('exchanges_by_callback')
    expect(
      connection.all('EXPLAIN QUERY PLAN SELECT * FROM exchanges m WHERE m.callback_id = ?', 'cb_1'),
    ).toHaveLength(1)
  })

  it('lets answer rules for clarification requests go for remaining-data requests as before', () => {
    const connection = databaseOf(7)
    const kept = (...kinds: readonly string[]): string =>
      JSON.stringify({ rule: { match: { kinds } }, since: 4 })
    const data = [
      kept('clarification', 'result'),
      kept('result'),
      JSON.stringify({ rule: { match: {} } }),
      'no JSON',
    ]
    data.forEach((text, at) => {
      connection.run(
        `INSERT INTO rules (id, list, position, data) VALUES (?, 'answer', ?, ?)`,
        `r${String(at)}`,
        at,
        text,
      )
    })
    connection.run(
      `INSERT INTO rules (id, list, position, data) VALUES ('f', 'fault', 9, ?)`,
      kept('clarification'),
    )
    migrate(connection, upTo(8))
    expect(connection.all('SELECT data FROM rules ORDER BY position').map((row) => row['data'])).toEqual([
      kept('clarification', 'result', 'remaining'),
      ...data.slice(1),
      kept('clarification'),
    ])
  })
})

describe('step 10', () => {
  it('keeps bulk replays whose messages are removed with them', () => {
    const connection = databaseOf(9)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    migrate(connection, upTo(10))
    connection.run(`INSERT INTO bulk_replays (id, data) VALUES ('bulk_1', '{}')`)
    connection.run(`INSERT INTO bulk_replay_parts (replay, part, data) VALUES ('bulk_1', 0, '[]')`)
    expect(() =>
      connection.run(`INSERT INTO bulk_replay_parts (replay, part, data) VALUES ('bulk_1', 0, '[]')`),
    ).toThrow('UNIQUE')
    expect(() =>
      connection.run(`INSERT INTO bulk_replay_parts (replay, part, data) VALUES ('bulk_2', 0, '[]')`),
    ).toThrow('FOREIGN KEY')
    connection.run(`DELETE FROM bulk_replays`)
    expect(connection.all('SELECT * FROM bulk_replay_parts')).toEqual([])
    expect(connection.all('SELECT * FROM projects')).toHaveLength(1)
  })
})

describe('step 11', () => {
  it('names the source of every exchange, and the API as "api"', () => {
    const connection = databaseOf(10)
    const doors = ['platform', 'capture', 'form', 'imported']
    doors.forEach((door, at) => {
      connection.run(
        `INSERT INTO exchanges (seq, id, door, is_capture, received_at, wall_received_at, secure, method, target,
           http_version, size_bytes, signature_state)
         VALUES (?, ?, ?, ?, 5, 5, 0, 'POST', '/', '1.1', 0, 'valid')`,
        at + 1,
        `ex_${String(at)}`,
        door,
        door === 'capture' ? 1 : 0,
      )
    })
    migrate(connection, upTo(11))
    expect(connection.all('SELECT source, is_capture FROM exchanges ORDER BY seq')).toEqual([
      { source: 'api', is_capture: 0 },
      { source: 'capture', is_capture: 1 },
      { source: 'form', is_capture: 0 },
      { source: 'imported', is_capture: 0 },
    ])
  })
})

describe('step 12', () => {
  const states: readonly (readonly [paymentId: string, state: string])[] = [
    ['registers', '{"key":"a","operations":[{"id":71}],"series":{"id":70,"endsAt":null}}'],
    ['debit', '{"key":"b","operations":[{"id":72}],"debitOf":{"id":70,"currency":"EUR","endsAt":9}}'],
    ['plain', '{"key":"c","operations":[{"id":73}],"description":"\\"series\\":"}'],
    ['damaged', '{"key":"d","series":{"id":74'],
  ]

  function databaseBefore(): Connection {
    const connection = databaseOf(11)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    states.forEach(([paymentId, state], at) => {
      connection.run(
        INSERT_PAYMENT.replace("'pay_1'", `'${paymentId}'`).replaceAll(/'order'/gi, `'${paymentId}'`),
      )
      connection.run('INSERT INTO payment_states (payment, state) VALUES (?, ?)', at + 1, state)
    })
    return connection
  }

  it('finds the series and debits of before, and leaves damaged payments alone', () => {
    const connection = databaseBefore()
    migrate(connection, upTo(12))
    expect(connection.all('SELECT request_id, payment FROM request_ids ORDER BY payment')).toEqual([
      { request_id: 'series:70', payment: 1 },
      { request_id: 'debit:72', payment: 2 },
    ])
  })

  it('keeps the entries that are there', () => {
    const connection = databaseBefore()
    connection.run(`INSERT INTO request_ids VALUES ('series:70', 1)`)
    migrate(connection, upTo(12))
    expect(connection.all('SELECT request_id FROM request_ids')).toHaveLength(2)
  })
})

describe('step 13', () => {
  it('keeps the timers without their data', () => {
    const connection = databaseOf(12)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    connection.run(
      `INSERT INTO timers (id, payment, payment_key, name, due_at, data) VALUES ('t', 1, 'pay_1', 'hold', 7, '{}')`,
    )
    migrate(connection, upTo(13))
    expect(connection.all('SELECT * FROM timers')).toEqual([
      { seq: 1, id: 't', payment: 1, payment_key: 'pay_1', name: 'hold', due_at: 7 },
    ])
  })
})

describe('step 16', () => {
  it('no longer counts as failing what was sent once', () => {
    const connection = databaseOf(15)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    connection.run(`UPDATE payments SET callbacks_failed = 3`)
    connection.run(`INSERT INTO counters (name, value) VALUES ('failing', 3)`)
    const insert = (id: string, nextN: number, nextAttemptAt: number | null): void => {
      connection.run(
        `INSERT INTO callbacks (id, payment, payment_key, payment_id, project_id, kind, created_at, target_is_own_path, method,
          size_bytes, body_hash, state, attempt_count, first_due_at, next_n, next_attempt_at, marks)
          VALUES (?, 1, 'pay_1', 'Order', 1, 'result', 1, 0, 'POST', 0, x'', 'failed', 1, 1, ?, ?, '[]')`,
        id,
        nextN,
        nextAttemptAt,
      )
    }
    insert('once', 0, null)
    insert('repeated', 1, 2)
    insert('over', 119, null)
    migrate(connection, upTo(16))
    expect(connection.all('SELECT callbacks_failed FROM payments')).toEqual([{ callbacks_failed: 2 }])
    expect(connection.get(`SELECT value FROM counters WHERE name = 'failing'`)).toEqual({ value: 2 })
  })
})

describe('step 14', () => {
  it('leaves payments and messages without a note', () => {
    const connection = databaseOf(13)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(INSERT_PAYMENT)
    migrate(connection, upTo(14))
    expect(connection.all('SELECT key, annotation FROM payments')).toEqual([
      { key: 'pay_1', annotation: null },
    ])
    expect(connection.all('SELECT annotation FROM callbacks')).toEqual([])
  })
})

describe('step 18', () => {
  it('keeps the rows under their new names', () => {
    const connection = databaseOf(17)
    connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
    connection.run(`INSERT INTO form_sessions VALUES (1, 'f1', 1, NULL, '{}', 1, 2)`)
    migrate(connection, upTo(18))
    expect(connection.all('SELECT id, updated_at FROM form_visits')).toEqual([{ id: 'f1', updated_at: 2 }])
    expect(connection.all('SELECT response_status FROM exchanges')).toEqual([])
    expect(connection.all('SELECT certificate_error FROM attempts')).toEqual([])
    expect(connection.all('SELECT headers FROM exchange_responses')).toEqual([])
  })
})
