import { anywhere, escapeLike } from '#store/search/queries'
import { fragment, type Condition } from './condition'
import type { FieldCondition } from './term-conditions'

/** A damaged annotation matches nothing, as it is shown as none. */
const READABLE = 'm.annotation IS NOT NULL AND json_valid(m.annotation)'

/** Few rows have an annotation, so that the seeking form starts from the index that has these alone. */
const annotated = (table: string, sql: string, pattern: string): Condition => ({
  seek: fragment(`m.seq IN (SELECT m.seq FROM ${table} m WHERE ${READABLE} AND ${sql})`, pattern),
  scan: fragment(`(${READABLE} AND ${sql})`, pattern),
})

/** `label` and `note`: what the tester wrote about the row. Letter case does not matter. */
export const annotationFields = (
  table: 'payments' | 'callbacks' | 'exchanges',
): Readonly<Record<'label' | 'note', FieldCondition>> => ({
  label: (value) =>
    annotated(
      table,
      `EXISTS (SELECT 1 FROM json_each(m.annotation, '$.labels') WHERE value LIKE ? ESCAPE '\\')`,
      escapeLike(value),
    ),
  note: (value, { operator }) =>
    annotated(
      table,
      `coalesce(json_extract(m.annotation, '$.note'), '') LIKE ? ESCAPE '\\'`,
      operator === '=' ? escapeLike(value) : anywhere(value),
    ),
})
