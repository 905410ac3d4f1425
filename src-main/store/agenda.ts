import type { Connection } from './connection'

/** Tables that say when something is due: a write to no other can change it. */
const TABLES = /\b(?:timers|callbacks|payments|payment_states|saved_cards|settings|clock)\b/
const READS = /^\s*(?:SELECT|SAVEPOINT|RELEASE|BEGIN|COMMIT|PRAGMA)\b/i

/** Notices writes after which something else may be due. */
export interface Agenda {
  /** The connection to be used instead. */
  readonly connection: Connection
  /** Grows with every such write, committed or not. */
  readonly version: number
}

/** Watches the statements of a connection: each is judged once, by the tables that it names. */
export function watchAgenda(connection: Connection): Agenda {
  const judged = new Map<string, boolean>()
  let version = 0
  const mayChange = (sql: string): boolean => {
    const known = judged.get(sql)
    if (known !== undefined) return known
    const changes = !READS.test(sql) && TABLES.test(sql)
    judged.set(sql, changes)
    return changes
  }
  return {
    connection: {
      exec(sql) {
        if (!READS.test(sql)) version += 1
        connection.exec(sql)
      },
      run(sql, ...values) {
        if (mayChange(sql)) version += 1
        return connection.run(sql, ...values)
      },
      get: (sql, ...values) => connection.get(sql, ...values),
      all: (sql, ...values) => connection.all(sql, ...values),
      get inTransaction() {
        return connection.inTransaction
      },
      close: () => connection.close(),
    },
    get version() {
      return version
    },
  }
}
