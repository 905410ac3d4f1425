import { integer } from './columns'
import type { StoreBase } from './base'
import type { AnnotationRepository } from './repositories'

const TABLES = {
  payment: { rows: 'payments', key: 'key' },
  callback: { rows: 'callbacks', key: 'id' },
  exchange: { rows: 'exchanges', key: 'id' },
} as const

/** What the tester wrote about payments and messages. It goes with the row that it is about. */
export function createAnnotations({
  connection,
  group,
  changes,
  callbackMemory,
}: Pick<StoreBase, 'connection' | 'group' | 'changes' | 'callbackMemory'>): AnnotationRepository {
  return {
    set: (subject, id, annotation) =>
      group.enlist(() => {
        const { rows, key } = TABLES[subject]
        const row = connection.get(`SELECT seq FROM ${rows} WHERE ${key} = ?`, id)
        if (row === undefined) return false
        const seq = integer(row, 'seq')
        connection.run(`UPDATE ${rows} SET annotation = ? WHERE seq = ?`, annotation, seq)
        changes.written(rows, seq)
        if (subject === 'callback') callbackMemory.forget(id)
        return true
      }),
  }
}
