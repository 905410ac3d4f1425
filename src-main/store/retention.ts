import type { StoreBase } from './base'
import { integer } from './columns'
import type { Row } from './connection'
import { createMessageRemoval } from './message-removal'
import type { Retention, StorageUsage } from './store'
import { CALLBACK_STATES } from './words'

const DEFAULT_MAX_MESSAGES = 2_000_000
const DEFAULT_MAX_BYTES = 8 * 1024 ** 3

/** Free pages that one eviction returns to the file system; more would block the event loop for too long. */
const FREED_PAGES = 500

/** Form visits that one eviction removes; every form came with a message, so they never accumulate. */
const VISITS_AT_ONCE = 500

/** The messages of a payment may be removed when it is final and none of its callbacks is still to be sent. */
const DONE_WITH = `(SELECT p.is_final FROM payments p WHERE p.seq = m.payment) = 1 AND NOT EXISTS (
  SELECT 1 FROM callbacks c WHERE c.payment = m.payment
    AND (c.state IN ('scheduled', 'delivering', 'held') OR c.next_attempt_at IS NOT NULL))`

/** A token callback belongs to no payment; it is finished once it is sent. */
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

export function createRetention({ connection, group, counters, changes }: StoreBase): Retention {
  const removal = createMessageRemoval({ connection, counters, changes })
  let maxMessages = DEFAULT_MAX_MESSAGES
  let maxBytes = DEFAULT_MAX_BYTES
  // Rows below these numbers must stay for now; the search starts again from 0 once it reaches the end.
  const passed = { exchanges: 0, callbacks: 0 }

  const pragma = (name: string): number => integer(connection.get(`PRAGMA ${name}`) ?? {}, name)

  const usage = (): StorageUsage => ({
    messages:
      counters.get('captures') +
      counters.get('exchanges') +
      CALLBACK_STATES.reduce((sum, state) => sum + counters.get(`callbacks:${state}`), 0),
    bytes: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
    maxMessages,
    maxBytes,
    evicted: counters.get('evicted'),
  })

  /** Removes form visits older than the removed messages: no stored message refers to them. */
  const removeVisits = (until: number): void => {
    connection.run(`DELETE FROM form_visits WHERE seq IN (${OLD_VISITS})`, until, VISITS_AT_ONCE)
  }

  const candidates = (from: 'exchanges' | 'callbacks', limit: number): readonly Row[] => {
    const sql = from === 'exchanges' ? OLD_EXCHANGES : OLD_CALLBACKS
    const rows = connection.all(sql, passed[from], limit)
    if (rows.length > 0 || passed[from] === 0) return rows
    passed[from] = 0
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
      passed[from] = Math.max(passed[from], integer(row, 'seq'))
      if (from === 'exchanges') removal.exchange(row)
      else removal.callback(row)
    }
    const newest = oldest.at(-1)
    if (newest !== undefined) removeVisits(integer(newest.row, 'at'))
    counters.add('evicted', oldest.length)
    connection.exec(`PRAGMA incremental_vacuum(${FREED_PAGES})`)
    return oldest.length
  }

  return {
    usage,
    setCaps(caps) {
      maxMessages = caps.maxMessages
      maxBytes = caps.maxBytes
    },
    evictIfNeeded(limit) {
      const { messages, bytes } = usage()
      const wanted = bytes > maxBytes ? limit : Math.min(limit, messages - maxMessages)
      return wanted > 0 ? group.enlist(() => evict(wanted)) : 0
    },
  }
}
