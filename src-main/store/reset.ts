import type { StoreBase } from './base'

/** Children first: a row never refers to one that is gone. */
const EMPTIED = [
  'events',
  'request_ids',
  'timers',
  'attempts',
  'callback_contents',
  'callbacks',
  'exchange_replies',
  'exchange_contents',
  'exchanges',
  'payment_states',
  'payments',
]

/** Removes payments, events, messages and timers; projects, settings and the clock stay. */
export function reset({ connection, group, counters, search }: StoreBase): void {
  group.write(() => {
    for (const table of EMPTIED) connection.run(`DELETE FROM ${table}`)
    search.clear()
    counters.clear()
  })
}
