import { describe, expect, it } from 'vitest'
import { connect, type Connection } from '../connection'
import { APPLICATION_ID, migrate, newestVersion, schemaVersion, type Migration } from '../migrate'
import { MIGRATIONS } from './list'

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
  it('keeps the rows and tells the planner about every index that it names', () => {
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

  it('lets a query start from the index that finds the fewest rows', () => {
    const connection = databaseOf(3)
    const planOf = (sql: string): string =>
      connection
        .all(`EXPLAIN QUERY PLAN ${sql}`)
        .map((row) => String(row['detail']))
        .join('\n')
    expect(
      planOf('SELECT seq FROM exchanges WHERE is_capture = 1 AND payment = 7 AND payment <> 0'),
    ).toContain('exchanges_by_payment')
    expect(planOf('SELECT seq FROM exchanges WHERE is_capture = 1 AND reply_status = 500')).toContain(
      'exchanges_by_status',
    )
    expect(planOf('SELECT seq FROM exchanges WHERE is_capture = 1 ORDER BY seq DESC')).toBe(
      'SEARCH exchanges USING COVERING INDEX exchanges_by_door (is_capture=?)',
    )
    expect(planOf(`SELECT seq FROM payments WHERE project_id = 1 AND status = 'success'`)).toContain(
      'payments_by_status',
    )
    expect(planOf('SELECT * FROM timers ORDER BY due_at, seq LIMIT 1')).not.toContain('TEMP B-TREE')
    expect(
      planOf(
        `SELECT * FROM callbacks m WHERE m.next_attempt_at IS NOT NULL AND m.state IN ('scheduled', 'failed') ORDER BY m.next_attempt_at, m.seq LIMIT 1`,
      ),
    ).toMatch(/^SEARCH m USING INDEX callbacks_by_due [^\n]*$/)
  })
})
