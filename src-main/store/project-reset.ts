import type { ProjectId } from '#domain/ids'
import type { Steps } from '#lib/steps'
import type { StoreBase } from './base'
import { integer, text } from './columns'
import { createMessageRemoval } from './message-removal'
import { isWaiting } from './payments'

/** Numbers of rows that one step looks at. */
const ROWS_AT_ONCE = 100

/** Tables whose rows name the project. */
const WITH_PROJECT = ['payments', 'callbacks', 'exchanges', 'form_visits', 'saved_cards'] as const

const CALLBACKS = 'SELECT seq, state, attempt_count, next_n, next_attempt_at FROM callbacks WHERE'
const EXCHANGES = 'SELECT seq, is_capture FROM exchanges WHERE'
const IN_RANGE = 'project_id = ? AND seq BETWEEN ? AND ?'

/**
 * Removes the payments, messages, timers, form visits and saved cards of a project that are there now, a range of rows at
 * a step, each in a write of its own. What belongs to no project stays, and so do projects, rules and drafts.
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
    counters.add('waiting', -isWaiting(status))
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
    group.enlist(() => {
      removeRange(from)
    })
    yield
  }
}
