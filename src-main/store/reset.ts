import type { StoreBase } from './base'

/** Children first: a row never refers to one that is gone. */
const EMPTIED = [
  'bulk_replay_parts',
  'bulk_replays',
  'events',
  'request_ids',
  'timers',
  'attempts',
  'callback_contents',
  'callbacks',
  'exchange_responses',
  'exchange_contents',
  'exchanges',
  'payment_states',
  'form_visits',
  'saved_cards',
  'shop_orders',
  'payments',
]

/**
 * Removes payments, events, messages, bulk replays, timers and what the form and the demo shop store. Projects, settings
 * and the clock stay. All tables that refer to each other are emptied together, so the references need no check; without
 * it a table is emptied at once and not row by row. The check can only be switched outside of a transaction, so this is a
 * group of its own. `along` writes in it.
 */
export function reset(
  { connection, group, counters, changes, memory, callbackMemory }: StoreBase,
  along: () => void,
): void {
  group.flush()
  connection.exec('PRAGMA foreign_keys = OFF')
  try {
    group.write(() => {
      for (const table of EMPTIED) connection.run(`DELETE FROM ${table}`)
      changes.cleared()
      counters.clear()
      memory.clear()
      callbackMemory.clear()
      along()
    })
    group.flush()
  } finally {
    connection.exec('PRAGMA foreign_keys = ON')
  }
}
