import { LIMITS } from '#lib/limits/limit-table'
import { text } from './columns'
import type { StoreBase } from './base'
import { replaceRows } from './retention'

/** What the index follows, and the identity of the database: both continue from where they are. */
const NOT_KEPT = ['changes', 'journal']

/** A copy of all rows in memory, to return to. There is at most one; it ends with the store. */
export function createKept(base: StoreBase) {
  const { connection, group, counters } = base
  let at: number | null = null

  const forget = (): void => {
    if (at === null) return
    at = null
    group.flush()
    connection.exec('DETACH kept')
  }
  /** With the columns that are stored, not computed. */
  const tables = (): readonly { readonly name: string; readonly columns: string }[] =>
    connection
      .all(
        `SELECT t.name, group_concat(c.name) AS columns FROM main.sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' GROUP BY t.name`,
      )
      .map((row) => ({ name: text(row, 'name'), columns: text(row, 'columns') }))
      .filter(({ name }) => !NOT_KEPT.includes(name))

  return {
    /** The virtual time of the copy; null if there is none. */
    get at(): number | null {
      return at
    },
    /** Copies everything, in one step, unless it is more than `LIMITS.keptBytes`. Replaces the copy before it. */
    keep(now: number, { bytes }: { readonly bytes: number }): void {
      forget()
      if (bytes > LIMITS.keptBytes) return
      group.flush()
      connection.exec(`ATTACH ':memory:' AS kept`)
      at = now
      for (const { name, columns } of tables()) {
        connection.exec(`CREATE TABLE kept.${name} AS SELECT ${columns} FROM main.${name}`)
      }
    },
    forget,
    /** Replaces all rows by those of the copy, in one transaction. Nothing else may use the store meanwhile. */
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
