import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { bytes, CALLBACK_STATES, integer, text } from '#store/columns'
import { connect, type Connection, type Row, sqliteCode } from '#store/connection'
import { createCounters } from '#store/group'
import { DATABASE_NAME, makePrivateFile, migrate, newestVersion } from '#store/open-database'
import { MIGRATIONS } from '#store/migrations'
import { deliveryClass, derivedOfPayment, readDelivery } from '#store/rows'
import { insertion, readerOf } from '#store/statements'
import {
  columnName,
  type Field,
  fieldsOf,
  type RecordOf,
  TABLE_NAMES,
  type TableName,
  tableOf,
} from '#store/tables'
import { errorText } from '#lib/error-text'
import { derivedOfExchange } from '#store/exchanges'
import { showsCardNumber } from '#store/form-records'
import { NO_PAYMENT } from '#store/search/index-writer'
import { SessionFileError, rowOf } from './tables'

interface RestoreOptions {
  readonly directory: string
  /** Checks a row, with its owner's columns, before it is added. May throw a {@link SessionFileError}. */
  readonly inspect?: (table: TableName, row: Row) => void
}

/** The schema version that is written to session files. */
export const SCHEMA_VERSION = newestVersion(MIGRATIONS)

/** Session files of this schema and of later ones can be read: the migrations bring them to the present schema. */
export const OLDEST_READABLE_SCHEMA = MIGRATIONS[0]?.version ?? 0

/** SQLite's codes for a row that violates a constraint or a column type of its table. */
const BROKEN_RULES: readonly (number | null)[] = [19, 20]

/** Starts a database that is filled from a file, separate from everything else. */
export function startRestore({ directory, inspect }: RestoreOptions) {
  const file = join(directory, DATABASE_NAME)
  makePrivateFile(file)
  const connection = connect(file, 0)
  let closed = false
  const close = (): void => {
    if (closed) return
    closed = true
    connection.close()
  }
  try {
    // No journal and no waiting for the disk: an unfinished database is discarded.
    connection.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    connection.exec('PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY')
    migrate(connection, MIGRATIONS)
    connection.exec('BEGIN')
  } catch (error) {
    close()
    throw error
  }
  const added = new Map<TableName, number>()

  const insert = (table: TableName, row: Row): void => {
    const { derived, known } = completeRow(table, row, connection)
    inspect?.(table, known)
    const { columns } = tableOf(table)
    const values = fieldsOf(table).map((field) =>
      columns[field]?.origin === 'derived'
        ? columns[field].write(derived[field])
        : (row[columnName(field)] ?? null),
    )
    connection.run(insertions.get(table) ?? '', ...values)
    added.set(table, (added.get(table) ?? 0) + 1)
  }

  return {
    /** Adds a row, its values in column order. Throws a {@link SessionFileError}; then only `abandon` may follow. */
    add(table: TableName, values: readonly unknown[]): void {
      try {
        insert(table, rowOf(table, values))
      } catch (error) {
        throw errorOf(error)
      }
    },
    /** Checks and closes the database; its folder can then be opened as a data folder. */
    async finish(): Promise<void> {
      checkWhole(added)
      countAll(connection)
      connection.exec('COMMIT')
      close()
      await flushToDisk(file)
    },
    /** Closes the database; the caller removes its files. */
    abandon: close,
  }
}

const insertions = new Map(
  TABLE_NAMES.map((table) => [table, insertion(table, fieldsOf(table).map(columnName))]),
)

/** A failure to add a row is a mistake in the file, unless the database itself failed. */
export function errorOf(error: unknown): Error {
  if (error instanceof SessionFileError) return error
  if (BROKEN_RULES.includes(sqliteCode(error))) {
    return new SessionFileError(`contradicts the rows before it (${errorText(error)})`)
  }
  // Only errors of the database have a code; all others come from the readers of columns.
  return sqliteCode(error) === null
    ? new SessionFileError(`cannot be read: ${errorText(error)}`)
    : error instanceof Error
      ? error
      : new Error(String(error))
}

function checkWhole(added: ReadonlyMap<TableName, number>): void {
  const count = (table: TableName): number => added.get(table) ?? 0
  for (const table of TABLE_NAMES) {
    const { completes } = tableOf(table)
    const owner = TABLE_NAMES.find((name) => name === completes)
    if (owner === undefined || count(owner) === count(table)) continue
    throw new SessionFileError(
      `has ${String(count(owner))} rows of ${owner}, but ${String(count(table))} of ${table}`,
    )
  }
  if (count('projects') === 0) throw new SessionFileError('holds no project')
  if (count('clock') === 0) throw new SessionFileError('holds no clock')
}

function countAll(connection: Connection): void {
  const counters = createCounters(connection)
  const total = (sql: string): number =>
    integer(connection.get(`SELECT count(*) AS total ${sql}`) ?? {}, 'total')
  counters.add('payments', total('FROM payments'))
  counters.add('waiting', total(`FROM payments WHERE status = 'awaiting clarification'`))
  counters.add('captures', total('FROM exchanges WHERE is_capture = 1'))
  counters.add('exchanges', total('FROM exchanges WHERE is_capture = 0'))
  // Only whether there were attempts matters, not how many or when: so the rows form few groups.
  const states = connection.all(
    `SELECT state, attempt_count > 0 AS attempt_count, next_n > 0 AS next_n,
      iif(next_attempt_at IS NULL, NULL, 1) AS next_attempt_at, count(*) AS total
      FROM callbacks GROUP BY 1, 2, 3, 4`,
  )
  for (const row of states) {
    const state = CALLBACK_STATES.find((word) => word === text(row, 'state'))
    if (state === undefined) continue
    counters.add(`callbacks:${state}`, integer(row, 'total'))
    if (deliveryClass(readDelivery(row, state)) === 'failed') counters.add('failing', integer(row, 'total'))
  }
  counters.save()
}

/** Asynchronous, because it may take seconds. */
async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface CompletedRow {
  /** Values that the store computes, keyed by their names in records. */
  readonly derived: Readonly<Record<string, unknown>>
  readonly known: Row
}

type Completion<Name extends TableName> = (
  record: RecordOf<Name>,
  row: Row,
  connection: Connection,
) => Partial<CompletedRow>

const COMPLETIONS = new Map([
  ...TABLE_NAMES.map((table) => completionFor(table, () => ({}))),
  completionFor('counters', ({ name }) => {
    if (name !== 'evicted') throw new SessionFileError('is a total that Paybench counts and does not import')
    return {}
  }),
  completionFor('payments', (payment) => {
    refuseCardNumber(payment.accountNumber ?? '')
    return { derived: derivedOfPayment(payment) }
  }),
  completionFor('payment_states', ({ payment }, row, connection) => ({
    known: withOwner(connection, 'payments', payment, row),
  })),
  completionFor('timers', ({ paymentKey }, _row, connection) => ({
    derived: { payment: paymentOf(connection, paymentKey) },
  })),
  completionFor('callbacks', ({ paymentKey }, _row, connection) => ({
    derived: { payment: paymentKey === null ? null : paymentOf(connection, paymentKey) },
  })),
  completionFor('callback_contents', ({ callback, body }, row, connection) => {
    const known = withOwner(connection, 'callbacks', callback, row)
    checkLength(known, body)
    const hash = createHash('sha256').update(body).digest()
    if (!hash.equals(bytes(known, 'body_hash')))
      throw new SessionFileError('holds a body other than that of its callback')
    return { known }
  }),
  completionFor('exchanges', (exchange, row, connection) => {
    checkLength(row, exchange.body)
    if (exchange.verdict.state !== exchange.signatureState) {
      throw new SessionFileError('holds a verdict other than that of its request')
    }
    const owner = connection.get('SELECT seq FROM payments WHERE key = ?', exchange.paymentKey)
    const payment = owner === undefined ? NO_PAYMENT : integer(owner, 'seq')
    return { derived: { ...derivedOfExchange(exchange), payment } }
  }),
  completionFor('saved_cards', ({ number }) => {
    refuseCardNumber(number)
    return {}
  }),
])

/** Reads a row with the store's readers and adds computed columns. Throws if the store would not write it. */
const completeRow = (table: TableName, row: Row, connection: Connection): CompletedRow => ({
  derived: {},
  known: row,
  ...COMPLETIONS.get(table)?.(row, connection),
})

/** Reads the given columns of the row, then completes it; derived columns are missing from the record. */
function completionFor<Name extends TableName>(table: Name, complete: Completion<Name>) {
  const columns = Object.entries(tableOf(table).columns)
  const given = columns.filter(([, { origin }]) => origin === 'given').map(([field]) => field as Field<Name>)
  const read = readerOf(table, given)
  return [table, (row: Row, connection: Connection) => complete(read(row), row, connection)] as const
}

function checkLength(known: Row, body: Uint8Array): void {
  if (integer(known, 'size_bytes') !== body.length) {
    throw new SessionFileError('holds a body other than that of its message')
  }
}

/** Adds the columns of the row to which the given row belongs. */
function withOwner(connection: Connection, table: 'payments' | 'callbacks', seq: number, row: Row): Row {
  const owner = connection.get(`SELECT * FROM ${table} WHERE seq = ?`, seq)
  if (owner === undefined)
    throw new SessionFileError(`belongs to row ${String(seq)} of ${table}, which does not exist`)
  return { ...owner, ...row }
}

function paymentOf(connection: Connection, key: string): number {
  const owner = connection.get('SELECT seq FROM payments WHERE key = ?', key)
  if (owner === undefined) throw new SessionFileError('belongs to a payment that does not exist')
  return integer(owner, 'seq')
}

function refuseCardNumber(number: string): void {
  if (showsCardNumber(number))
    throw new SessionFileError('shows a complete card number; the store keeps only masked ones')
}
