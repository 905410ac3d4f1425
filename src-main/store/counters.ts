import type { CallbackState } from '#protocol/messages'
import { integer, text } from './columns'
import type { Connection } from './connection'
import type { Participant } from './group'

export type CounterName =
  | 'payments'
  | 'waiting'
  | 'captures'
  | 'exchanges'
  | 'failing'
  | 'evicted'
  | 'callbacks'
  | `callbacks:${CallbackState}`

/**
 * Totals that would be slow to count over millions of rows. They live in memory, are written with every commit, and
 * go back with whatever is rolled back.
 */
export interface Counters extends Participant {
  get(name: CounterName): number
  add(name: CounterName, change: number): void
  clear(): void
}

export function createCounters(connection: Connection): Counters {
  let values = new Map<string, number>()
  let saved = new Map<string, number>()

  const load = (): void => {
    saved = new Map(
      connection
        .all('SELECT name, value FROM counters')
        .map((row) => [text(row, 'name'), integer(row, 'value')] as const),
    )
    values = new Map(saved)
  }
  load()

  return {
    get: (name) => values.get(name) ?? 0,
    add(name, change) {
      if (change !== 0) values.set(name, (values.get(name) ?? 0) + change)
    },
    clear() {
      for (const name of values.keys()) values.set(name, 0)
    },
    mark() {
      const then = new Map(values)
      return () => {
        values = then
      }
    },
    save() {
      for (const [name, value] of values) {
        if (saved.get(name) === value) continue
        connection.run('INSERT OR REPLACE INTO counters (name, value) VALUES (?, ?)', name, value)
        saved.set(name, value)
      }
    },
    load,
  }
}
