import type { ProjectId } from '#domain/ids'
import { LIMITS } from '#lib/limits/limit-table'
import type { Steps } from '#lib/steps'
import type { StoreBase } from './base'
import { CALLBACK_STATES, flag, integer, text } from './columns'
import type { Row } from './connection'
import { deliveryClass, readDelivery } from './rows'
import { waitingCount } from './payments'
import { TABLE_NAMES, type TableName } from './tables'

const DEFAULT_MAX_MESSAGES = 2_000_000
const DEFAULT_MAX_BYTES = 8 * 1024 ** 3

/** Free pages that one eviction returns to the file system; more would block the event loop for too long. */
const FREED_PAGES = 500

/** Visits removed per eviction. Every visit came with a message, so visits never accumulate. */
const VISITS_AT_ONCE = 500

/** The messages of a payment may be removed when it is final and none of its callbacks is still to be sent. */
const DONE_WITH = `(SELECT p.is_final FROM payments p WHERE p.seq = m.payment) = 1 AND NOT EXISTS (
  SELECT 1 FROM callbacks c WHERE c.payment = m.payment
    AND (c.state IN ('scheduled', 'delivering', 'held') OR c.next_attempt_at IS NOT NULL))`

/** A callback that belongs to no payment may be removed once nothing more is to be sent. */
const SENT = `m.payment IS NULL AND m.state NOT IN ('scheduled', 'delivering', 'held') AND m.next_attempt_at IS NULL`

const OLD_EXCHANGES = `SELECT m.seq, m.payment, m.is_capture, m.received_at AS at FROM exchanges m
  WHERE m.seq > ? AND (m.payment = 0 OR (${DONE_WITH})) ORDER BY m.seq LIMIT ?`
const OLD_CALLBACKS = `SELECT m.seq, m.payment, m.state, m.attempt_count, m.next_n, m.next_attempt_at, m.created_at AS at
  FROM callbacks m
  WHERE m.seq > ? AND ((${SENT}) OR (${DONE_WITH})) ORDER BY m.seq LIMIT ?`
/** A form visit may be removed when it has no payment, or a final one. */
const OLD_VISITS = `SELECT m.seq FROM form_visits m WHERE m.updated_at <= ?
  AND coalesce((SELECT p.is_final FROM payments p WHERE p.key = m.payment_key), 1) = 1
  ORDER BY m.updated_at LIMIT ?`

export function createRetention({ connection, group, counters, changes }: StoreBase) {
  const removal = createMessageRemoval({ connection, counters, changes })
  let maxMessages = DEFAULT_MAX_MESSAGES
  let maxBytes = DEFAULT_MAX_BYTES
  // Rows up to these numbers were removed or must stay for now; when no candidate is left, the scan restarts at 0.
  const scannedUpTo = { exchanges: 0, callbacks: 0 }

  const pragma = (name: string): number => integer(connection.get(`PRAGMA ${name}`) ?? {}, name)

  /** `messages` counts callbacks and exchanges; `bytes` is the database without its free pages. */
  const usage = () => ({
    messages:
      counters.get('captures') +
      counters.get('exchanges') +
      CALLBACK_STATES.reduce((sum, state) => sum + counters.get(`callbacks:${state}`), 0),
    bytes: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
    maxMessages,
    maxBytes,
    evicted: counters.get('evicted'),
  })

  const candidates = (from: 'exchanges' | 'callbacks', limit: number): readonly Row[] => {
    const sql = from === 'exchanges' ? OLD_EXCHANGES : OLD_CALLBACKS
    const rows = connection.all(sql, scannedUpTo[from], limit)
    if (rows.length > 0 || scannedUpTo[from] === 0) return rows
    scannedUpTo[from] = 0
    return connection.all(sql, 0, limit)
  }

  const evict = (count: number): number => {
    const oldest = [
      ...candidates('exchanges', count).map((row) => ({ from: 'exchanges' as const, row })),
      ...candidates('callbacks', count).map((row) => ({ from: 'callbacks' as const, row })),
    ]
      .sort((a, b) => integer(a.row, 'at') - integer(b.row, 'at'))
      .slice(0, count)
    for (const { from, row } of oldest) {
      scannedUpTo[from] = Math.max(scannedUpTo[from], integer(row, 'seq'))
      if (from === 'exchanges') removal.exchange(row)
      else removal.callback(row)
    }
    const until = oldest.at(-1)?.row['at']
    // No stored message refers to visits older than the removed messages.
    if (until !== undefined)
      connection.run(`DELETE FROM form_visits WHERE seq IN (${OLD_VISITS})`, until, VISITS_AT_ONCE)
    counters.add('evicted', oldest.length)
    connection.exec(`PRAGMA incremental_vacuum(${FREED_PAGES})`)
    return oldest.length
  }

  return {
    usage,
    setCaps(caps: { readonly maxMessages: number; readonly maxBytes: number }): void {
      maxMessages = caps.maxMessages
      maxBytes = caps.maxBytes
    },
    /**
     * Above a cap, removes up to `limit` of the oldest exchanges and callbacks; returns the number removed. Messages of
     * payments that are not final, or that still have callbacks to deliver, stay, and so do callbacks
     * without a payment until they are sent. Form visits of that age are removed too, unless their payment is open.
     */
    evictIfNeeded(limit: number): number {
      const { messages, bytes } = usage()
      const wanted = bytes > maxBytes ? limit : Math.min(limit, messages - maxMessages)
      return wanted > 0 ? group.enlist(() => evict(wanted)) : 0
    },
  }
}

function createMessageRemoval(base: Pick<StoreBase, 'connection' | 'counters' | 'changes'>) {
  const { connection, counters, changes } = base
  return {
    /** @param row with `seq` and `is_capture` */
    exchange(row: Row): void {
      const seq = integer(row, 'seq')
      const isCapture = flag(row, 'is_capture')
      changes.removed('exchanges', seq)
      connection.run('DELETE FROM exchanges WHERE seq = ?', seq)
      counters.add(isCapture ? 'captures' : 'exchanges', -1)
    },
    /**
     * Removes a callback; its payment keeps its counts of deliveries.
     * @param row with `seq`, `state`, `attempt_count`, `next_n` and `next_attempt_at`
     */
    callback(row: Row): void {
      const seq = integer(row, 'seq')
      changes.removed('callbacks', seq)
      connection.run('DELETE FROM callbacks WHERE seq = ?', seq)
      const state = CALLBACK_STATES.find((word) => word === text(row, 'state'))
      if (state === undefined) return
      counters.add(`callbacks:${state}`, -1)
      if (deliveryClass(readDelivery(row, state)) === 'failed') counters.add('failing', -1)
    },
  }
}

const ROWS_AT_ONCE = 100

const WITH_PROJECT = ['payments', 'callbacks', 'exchanges', 'form_visits', 'saved_cards'] as const

const CALLBACKS = 'SELECT seq, state, attempt_count, next_n, next_attempt_at FROM callbacks WHERE'
const EXCHANGES = 'SELECT seq, is_capture FROM exchanges WHERE'
const IN_RANGE = 'project_id = ? AND seq BETWEEN ? AND ?'

/**
 * Removes the current payments, messages, timers, form visits and saved cards of a project, one range of rows
 * per step, each in a separate write. Rows without a project stay, and so do projects and rules.
 */
export function* resetProject(base: StoreBase, projectId: ProjectId): Steps<void> {
  const { connection, group, counters, changes, memory, callbackMemory } = base
  const removal = createMessageRemoval(base)

  const removePayment = (seq: number, key: string, status: string): void => {
    for (const row of connection.all(`${CALLBACKS} payment = ?`, seq)) removal.callback(row)
    for (const row of connection.all(`${EXCHANGES} payment = ? AND payment <> 0`, seq)) removal.exchange(row)
    for (const table of ['events', 'request_ids', 'timers'])
      connection.run(`DELETE FROM ${table} WHERE payment = ?`, seq)
    connection.run('DELETE FROM form_visits WHERE payment_key = ?', key)
    changes.removed('payments', seq)
    connection.run('DELETE FROM payments WHERE seq = ?', seq)
    counters.add('payments', -1)
    counters.add('waiting', -waitingCount(status))
  }
  const removeRange = (from: number): void => {
    const range = [projectId, from, from + ROWS_AT_ONCE - 1] as const
    for (const row of connection.all(`SELECT seq, key, status FROM payments WHERE ${IN_RANGE}`, ...range))
      removePayment(integer(row, 'seq'), text(row, 'key'), text(row, 'status'))
    for (const row of connection.all(`${CALLBACKS} ${IN_RANGE}`, ...range)) removal.callback(row)
    for (const row of connection.all(`${EXCHANGES} ${IN_RANGE}`, ...range)) removal.exchange(row)
    for (const table of ['form_visits', 'saved_cards'])
      connection.run(`DELETE FROM ${table} WHERE ${IN_RANGE}`, ...range)
    memory.clear()
    callbackMemory.clear()
  }

  const last = Math.max(
    ...WITH_PROJECT.map((table) =>
      integer(connection.get(`SELECT coalesce(max(seq), 0) AS last FROM ${table}`) ?? {}, 'last'),
    ),
  )
  for (let from = 1; from <= last; from += ROWS_AT_ONCE) {
    group.enlist(() => removeRange(from))
    yield
  }
}

const NOT_RESET: readonly TableName[] = ['settings', 'clock', 'counters', 'projects', 'rules']
/** Children first, so that no row ever refers to a missing one. */
const EMPTIED = TABLE_NAMES.filter((table) => !NOT_RESET.includes(table)).toReversed()

/**
 * Runs work that empties or fills all tables that refer to each other. As all of them change, no reference needs to be
 * checked; without the check, a table is emptied in one step, not row by row. The check can only be switched off
 * outside of a transaction, so the work is a separate group.
 */
function replaceRows(
  { connection, group, changes, memory, callbackMemory }: StoreBase,
  work: () => void,
): void {
  group.flush()
  connection.exec('PRAGMA foreign_keys = OFF')
  try {
    group.write(() => {
      changes.replaced()
      memory.clear()
      callbackMemory.clear()
      work()
    })
    group.flush()
  } finally {
    connection.exec('PRAGMA foreign_keys = ON')
  }
}

/**
 * Removes payments, events, messages, timers and the data of the form and the demo shop. Projects, rules, settings
 * and the clock stay. `alsoWrite` writes in the same transaction.
 */
export function reset(base: StoreBase, alsoWrite: () => void): void {
  const { connection, counters } = base
  replaceRows(base, () => {
    for (const table of EMPTIED) connection.run(`DELETE FROM ${table}`)
    counters.clear()
    alsoWrite()
  })
}

/** Tables that are not copied: the change log, which the index follows, and the id of the journal. */
const NOT_KEPT = ['changes', 'journal']

/** What the copy contains: its virtual time, and how many payments and messages. */
interface KeptState {
  readonly at: number
  readonly payments: number
  readonly messages: number
}

/** An in-memory copy of all rows, which can be brought back. There is at most one; it is lost when the store closes. */
export function createKept(base: StoreBase) {
  const { connection, group, counters } = base
  let state: KeptState | null = null

  const forget = (): void => {
    if (state === null) return
    state = null
    group.flush()
    connection.exec('DETACH kept')
  }
  /** The tables to copy, with the columns that are stored, not computed. */
  const tables = (): readonly { readonly name: string; readonly columns: string }[] =>
    connection
      .all(
        `SELECT t.name, group_concat(c.name) AS columns FROM main.sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' GROUP BY t.name`,
      )
      .map((row) => ({ name: text(row, 'name'), columns: text(row, 'columns') }))
      .filter(({ name }) => !NOT_KEPT.includes(name))

  return {
    /** Null if there is no copy. */
    get state(): KeptState | null {
      return state
    },
    /** Copies everything, in one step, unless it is more than `LIMITS.keptBytes`. Replaces the previous copy. */
    keep(at: number, { bytes, messages }: { readonly bytes: number; readonly messages: number }): void {
      forget()
      if (bytes > LIMITS.keptBytes) return
      group.flush()
      connection.exec(`ATTACH ':memory:' AS kept`)
      state = { at, payments: counters.get('payments'), messages }
      for (const { name, columns } of tables()) {
        connection.exec(`CREATE TABLE kept.${name} AS SELECT ${columns} FROM main.${name}`)
      }
    },
    forget,
    /** Replaces all rows with those of the copy, in one transaction. Nothing else may use the store meanwhile. */
    bringBack(): void {
      replaceRows(base, () => {
        for (const { name, columns } of tables()) {
          connection.exec(`DELETE FROM main.${name}`)
          connection.exec(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM kept.${name}`)
        }
        counters.load()
      })
      forget()
    },
  }
}
