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

/** A database of an older version with one payment. */
function databaseWithPayment(version: number): Connection {
  const connection = databaseOf(version)
  connection.run(`INSERT INTO projects VALUES (1, 'Shop', 's', NULL, '{}', 1)`)
  connection.run(`INSERT INTO payments (key, project_id, payment_id, payment_id_folded, status, is_final, amount,
    amount_thousandths, currency, method, customer_id, customer_id_folded, result_code, result_message, description,
    origin, created_at, updated_at, deadline_at)
    VALUES ('pay_1', 1, 'Order', 'order', 'processing', 0, 100, 1000, 'EUR', 'card', 'c', 'c', '', '', '', 'api', 1, 1, 2)`)
  return connection
}

/** Adds a callback of that payment, whose next attempt is due at 2 unless `more` says otherwise. */
function insertCallback(
  connection: Connection,
  id: string,
  state: string,
  more: { attemptCount?: number; nextN?: number; nextAt?: number | null; replayOf?: string; marks?: string },
): void {
  const { attemptCount = 0, nextN = 1, nextAt = 2, replayOf = null, marks = '[]' } = more
  connection.run(
    `INSERT INTO callbacks (id, payment, payment_key, payment_id, project_id, kind, created_at, target_is_own_path, method,
      size_bytes, body_hash, state, attempt_count, first_due_at, next_n, next_attempt_at, replay_of, marks)
      VALUES (?, 1, 'pay_1', 'Order', 1, 'result', 1, 0, 'POST', 0, x'', ?, ?, 1, ?, ?, ?, ?)`,
    ...[id, state, attemptCount, nextN, nextAt, replayOf, marks],
  )
}

describe('the schema', () => {
  it('has steps with consecutive versions', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 14))
  })

  it('is created once and marked with the application id', () => {
    const connection = databaseOf(0)
    expect(schemaVersion(connection)).toBe(0)
    migrate(connection, MIGRATIONS)
    migrate(connection, MIGRATIONS)
    expect(schemaVersion(connection)).toBe(newestVersion(MIGRATIONS))
    expect(connection.get('PRAGMA application_id')?.['application_id']).toBe(APPLICATION_ID)
    expect(connection.all('PRAGMA foreign_key_check')).toEqual([])
  })

  it('stays at the version before a step that fails', () => {
    const connection = databaseOf(14)
    const broken: Migration = {
      version: 15,
      statements: ['CREATE TABLE half (a)', 'CREATE TABLE settings (a)'],
    }
    expect(() => {
      migrate(connection, [...upTo(14), broken])
    }).toThrow('already exists')
    expect(schemaVersion(connection)).toBe(14)
    expect(connection.get(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`)).toBeUndefined()
  })

  it('lets a query start from the index that finds the fewest rows', () => {
    const connection = databaseOf(newestVersion(MIGRATIONS))
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

describe('step 16', () => {
  it('removes callbacks that are sent only once from the count of failing ones', () => {
    const connection = databaseWithPayment(15)
    connection.run(`UPDATE payments SET callbacks_failed = 3`)
    connection.run(`INSERT INTO counters (name, value) VALUES ('failing', 3)`)
    insertCallback(connection, 'once', 'failed', { attemptCount: 1, nextN: 0, nextAt: null })
    insertCallback(connection, 'repeated', 'failed', { attemptCount: 1 })
    insertCallback(connection, 'over', 'failed', { attemptCount: 1, nextN: 119, nextAt: null })
    migrate(connection, upTo(16))
    expect(connection.all('SELECT callbacks_failed FROM payments')).toEqual([{ callbacks_failed: 2 }])
    expect(connection.get(`SELECT value FROM counters WHERE name = 'failing'`)).toEqual({ value: 2 })
  })
})

describe('step 18', () => {
  it('keeps the rows of the renamed tables', () => {
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

describe('step 20', () => {
  it('moves the request and the response of an exchange into its row', () => {
    const connection = databaseOf(19)
    connection.run(
      `INSERT INTO exchanges (seq, id, source, is_capture, received_at, wall_received_at, secure, method, target,
         http_version, size_bytes, signature_state)
       VALUES (1, 'a', 'api', 0, 5, 5, 0, 'POST', '/', '1.1', 2, 'valid'),
         (2, 'b', 'api', 0, 5, 5, 0, 'GET', '/', '1.1', 0, 'absent')`,
    )
    connection.run(
      `INSERT INTO exchange_contents VALUES (1, '[["A","1"]]', x'7b7d', '[]', '{"state":"valid"}'), (2, '[]', x'', '[]', '{}')`,
    )
    connection.run(`INSERT INTO exchange_responses VALUES (1, '[["B","2"]]', x'01')`)
    migrate(connection, upTo(20))
    const none = { headers: '[]', masked: '[]', response_headers: null, response_body: null }
    expect(
      connection.all(
        'SELECT headers, masked, verdict, response_headers, body, response_body FROM exchanges ORDER BY seq',
      ),
    ).toEqual([
      {
        headers: '[["A","1"]]',
        masked: '[]',
        verdict: '{"state":"valid"}',
        response_headers: '[["B","2"]]',
        body: new Uint8Array([0x7b, 0x7d]),
        response_body: new Uint8Array([1]),
      },
      { ...none, verdict: '{}', body: new Uint8Array() },
    ])
  })
})

describe('step 21', () => {
  it('removes replays, but not the copies of a rule, from the counts of a payment', () => {
    const connection = databaseWithPayment(20)
    connection.run(`UPDATE payments SET callbacks_delivered = 3, callbacks_failed = 1, callbacks_pending = 1`)
    const byRule = '[{"ruleId":"flt_1","text":"copy 1 of 1"}]'
    const byTester = '[{"ruleId":null,"text":"Signed again."}]'
    insertCallback(connection, 'own', 'delivered', {})
    insertCallback(connection, 'copy', 'delivered', { replayOf: 'own', marks: byRule })
    insertCallback(connection, 'replay', 'delivered', { replayOf: 'own', marks: byTester })
    insertCallback(connection, 'failing', 'failed', { replayOf: 'own', marks: byTester })
    insertCallback(connection, 'due', 'scheduled', { replayOf: 'own', marks: byTester })
    migrate(connection, upTo(21))
    expect(
      connection.all('SELECT callbacks_delivered, callbacks_failed, callbacks_pending FROM payments'),
    ).toEqual([{ callbacks_delivered: 2, callbacks_failed: 0, callbacks_pending: 0 }])
  })
})

describe('step 22', () => {
  it('counts held and dropped callbacks for their payment, except replays', () => {
    const connection = databaseWithPayment(21)
    connection.run(`UPDATE payments SET callbacks_failed = 1, callbacks_pending = 2`)
    insertCallback(connection, 'held', 'held', {})
    insertCallback(connection, 'held after a failure', 'held', { attemptCount: 1 })
    insertCallback(connection, 'due', 'scheduled', {})
    insertCallback(connection, 'dropped', 'dropped', { attemptCount: 1 })
    insertCallback(connection, 'replay', 'dropped', { replayOf: 'dropped' })
    migrate(connection, upTo(22))
    expect(
      connection.get(
        'SELECT callbacks_failed, callbacks_held, callbacks_pending, callbacks_dropped FROM payments',
      ),
    ).toEqual({ callbacks_failed: 1, callbacks_held: 1, callbacks_pending: 1, callbacks_dropped: 1 })
  })
})

describe('step 23', () => {
  it.each<readonly [state: string, charged: number | null]>([
    ['{"real":{"amount":70,"currency":"EUR"}}', 70],
    ['{"real":{"amount":100,"currency":"EUR"}}', null],
    ['{"real":{"amount":"70"}}', null],
    ['{"real":{"amount":70', null],
  ])('takes the charged amount from the state %s if it differs: %j', (state, charged) => {
    const connection = databaseWithPayment(22)
    connection.run('UPDATE payments SET clarification_expires_at = 9')
    connection.run('INSERT INTO payment_states (payment, state) VALUES (1, ?)', state)
    migrate(connection, upTo(23))
    expect(connection.all('SELECT wait_ends_at, charged_amount FROM payments')).toEqual([
      { wait_ends_at: 9, charged_amount: charged },
    ])
  })
})
