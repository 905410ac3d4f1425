import type { StoreBase } from './base'
import type { AnnotationRepository } from './repositories'

const SET = {
  payment: 'UPDATE payments SET annotation = ? WHERE key = ?',
  callback: 'UPDATE callbacks SET annotation = ? WHERE id = ?',
  exchange: 'UPDATE exchanges SET annotation = ? WHERE id = ?',
} as const

/** What the tester wrote about payments and messages. It goes with the row that it is about. */
export function createAnnotations({
  connection,
  group,
}: Pick<StoreBase, 'connection' | 'group'>): AnnotationRepository {
  return {
    set: (subject, id, annotation) =>
      group.enlist(() => connection.run(SET[subject], annotation, id).changes > 0),
  }
}
