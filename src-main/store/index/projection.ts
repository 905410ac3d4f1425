import { type Change, type ChangedRows, readChanges } from '#store/changes'
import { EXCHANGE_SOURCES, integer, integerOrNull, oneOf, text } from '#store/columns'
import type { Connection, Row } from '#store/connection'
import type { Counters } from '#store/group'
import { EXCHANGE_TEXTS, indexCallback, indexExchangeRow, indexResponse } from '#store/search/catch-up-work'
import { NO_PAYMENT, partsOf } from '#store/search/index-writer'
import type { Search } from '#store/search/search'
import { whereReadable } from '#store/search/searched-text'
import { insertion } from '#store/statements'
import { copiedColumns, type CopiedTable } from './schema'

/** A step ends once it has read this many commits or changes. */
const COMMITS_AT_ONCE = 256
const CHANGES_AT_ONCE = 1024

export interface ProjectionTarget {
  readonly journal: Connection
  readonly index: Connection
  readonly search: Search
  readonly counters: Counters
}

/** The changes of some commits, each only once, in an order that leads to the same rows. */
interface Batch {
  /** The position of the index after these changes. */
  readonly position: number
  readonly changes: readonly RowChange[]
  readonly isFull: boolean
}

type RowChange = Exclude<Change, { readonly kind: 'everything' }>

/** The next changes; null if there are none after the position, and `everything` if all rows were replaced. */
export function nextBatch(journal: Connection, after: number): Batch | 'everything' | null {
  const commits = journal.all(
    'SELECT position, rows FROM changes WHERE position > ? ORDER BY position LIMIT ?',
    after,
    COMMITS_AT_ONCE,
  )
  const changes = new Map<string, RowChange>()
  let position: number | null = null
  for (const commit of commits) {
    for (const change of readChanges(text(commit, 'rows'))) {
      if (change.kind === 'everything') return 'everything'
      const key = `${change.kind} ${change.rows} ${change.seq}`
      // Rows are read from the journal as they are now, so the last mention counts.
      changes.delete(key)
      changes.set(key, change)
    }
    position = integer(commit, 'position')
    if (changes.size >= CHANGES_AT_ONCE) break
  }
  if (position === null) return null
  const isFull = commits.length === COMMITS_AT_ONCE || changes.size >= CHANGES_AT_ONCE
  return { position, changes: [...changes.values()], isFull }
}

/** Copies the rows as the journal has them now. Call it in a transaction of the index. */
export function project(target: ProjectionTarget, changes: readonly RowChange[]): void {
  for (const { kind, rows, seq } of changes) {
    if (kind === 'removed') remove(target, rows, seq)
    else WRITTEN[rows](target, seq)
  }
  target.search.save()
}

const WRITTEN: Readonly<Record<ChangedRows, (target: ProjectionTarget, seq: number) => void>> = {
  payments(target, seq) {
    const { copied, before } = copyRow(target, 'payments', seq)
    if (copied === null) return
    const name = namesOf(copied)
    const nameBefore = before === undefined ? null : namesOf(before)
    if (nameBefore !== null && nameBefore.join('\0') === name.join('\0')) return
    if (nameBefore !== null) target.search.nameRemove(seq)
    target.search.nameAdd(seq, ...name)
  },
  callbacks(target, seq) {
    const { copied, before } = copyRow(target, 'callbacks', seq)
    if (copied !== null && before === undefined) whereReadable(() => indexCallback(target, seq))
  },
  exchanges(target, seq) {
    const { copied, before } = copyRow(target, 'exchanges', seq)
    if (copied !== null && before === undefined)
      whereReadable(() => indexExchangeRow(target.search, copied, seq))
  },
  responses(target, seq) {
    const isCopied = target.index.get('SELECT 1 FROM exchanges WHERE seq = ?', seq) !== undefined
    if (isCopied) whereReadable(() => indexResponse(target, seq))
  },
  attempts: ({ search }, seq) => search.addAttempt(seq),
}

const namesOf = (row: Row): [paymentId: string, customerId: string] => [
  text(row, 'payment_id_folded'),
  text(row, 'customer_id_folded'),
]

/** Read as text, because amounts in thousandths may exceed the safe integers; SQLite converts the text back. */
const LARGE = 'amount_thousandths'

const STATEMENTS: Readonly<Record<CopiedTable, ReturnType<typeof statementsOf>>> = {
  payments: statementsOf('payments'),
  callbacks: statementsOf('callbacks'),
  exchanges: statementsOf('exchanges'),
}

function statementsOf(table: CopiedTable) {
  const columns = copiedColumns(table)
  const selection = columns
    .map((column) => (column === LARGE ? `CAST(m.${column} AS TEXT) AS ${column}` : `m."${column}"`))
    .join(', ')
  const texts = table === 'exchanges' ? `, ${EXCHANGE_TEXTS}` : ''
  const insert = insertion(table, columns)
  return {
    read: `SELECT ${selection} FROM ${table} m WHERE m.seq = ?`,
    /** Includes the texts of an exchange, because a new one is also indexed for search. */
    readNew: `SELECT ${selection}${texts} FROM ${table} m WHERE m.seq = ?`,
    selection,
    columns,
    insert,
    /** As `insert`, but does nothing if the copy already has the row. */
    insertMissing: `${insert} ON CONFLICT (seq) DO NOTHING`,
  }
}

/** Copies a row if the journal still has it. Sets only columns that differ: each one costs index updates. */
function copyRow({ journal, index, counters }: ProjectionTarget, table: CopiedTable, seq: number) {
  const { read, readNew, columns, insertMissing } = STATEMENTS[table]
  const row = journal.get(readNew, seq)
  if (row === undefined) return { copied: null, before: undefined }
  const { changes } = index.run(insertMissing, ...columns.map((column) => row[column] ?? null))
  const before = changes > 0 ? undefined : index.get(read, seq)
  if (before === undefined) {
    counters.add(counterOf(table, row), 1)
    return { copied: row, before }
  }
  // Compared with `!==`, because no copied column holds bytes.
  const changed = columns.filter((column) => (row[column] ?? null) !== (before[column] ?? null))
  if (changed.length > 0) {
    index.run(
      `UPDATE ${table} SET ${changed.map((column) => `"${column}" = ?`).join(', ')} WHERE seq = ?`,
      ...changed.map((column) => row[column] ?? null),
      seq,
    )
  }
  return { copied: row, before }
}

const counterOf = (table: CopiedTable, row: Row): 'payments' | 'callbacks' | 'captures' | 'exchanges' =>
  table === 'exchanges' ? (row['is_capture'] === 1 ? 'captures' : 'exchanges') : table

/** Adds rows that the index cannot have yet. Indexes the ids of payments, but not the texts of messages. */
export function copyNewRows(target: ProjectionTarget, table: CopiedTable, rows: readonly Row[]): void {
  const { columns, insert } = STATEMENTS[table]
  for (const row of rows) {
    target.index.run(insert, ...columns.map((column) => row[column] ?? null))
    target.counters.add(counterOf(table, row), 1)
    if (table === 'payments') target.search.nameAdd(integer(row, 'seq'), ...namesOf(row))
  }
  target.search.save()
}

/** Rows of the journal below a number, newest first, as {@link copyNewRows} takes them. */
export const rowsBelow = (
  journal: Connection,
  table: CopiedTable,
  below: number,
  limit: number,
): readonly Row[] =>
  journal.all(
    `SELECT ${STATEMENTS[table].selection} FROM ${table} m WHERE m.seq < ? ORDER BY m.seq DESC LIMIT ?`,
    below,
    limit,
  )

function remove({ index, search, counters }: ProjectionTarget, rows: ChangedRows, seq: number): void {
  if (rows === 'responses' || rows === 'attempts') return
  const row = index.get(STATEMENTS[rows].read, seq)
  if (row === undefined) return
  switch (rows) {
    case 'payments':
      search.nameRemove(seq)
      break
    case 'callbacks': {
      const payment = integerOrNull(row, 'payment') ?? NO_PAYMENT
      search.remove(payment, seq, 'callback')
      search.remove(payment, seq, 'attempt')
      break
    }
    case 'exchanges': {
      const parts = partsOf(oneOf(EXCHANGE_SOURCES, row, 'source'))
      search.remove(integer(row, 'payment'), seq, parts.request)
      search.remove(integer(row, 'payment'), seq, parts.response)
      break
    }
  }
  search.save()
  index.run(`DELETE FROM ${rows} WHERE seq = ?`, seq)
  counters.add(counterOf(rows, row), -1)
  if (rows !== 'payments') search.tidy()
}
