import type { Column } from '#store/column-kinds'
import { columnName, TABLE_NAMES, tableOf, type TableName } from '#store/tables'

/** A column as session files of one schema have it. */
export interface FileColumn {
  readonly name: string
  readonly column: Column
}

/** The tables of a session file of this schema, in the order in which they are written. */
export const tableNamesOf = (schema: number): readonly TableName[] =>
  TABLE_NAMES.filter((name) => (tableOf(name).since ?? 0) <= schema)

/** What session files of this schema call a table. */
export function fileNameOf(name: TableName, schema: number): string {
  const { former } = tableOf(name)
  return former !== undefined && schema < former.since ? former.name : name
}

/** The columns of each table by schema. They are asked for with every row. */
const knownColumns = new Map<TableName, Map<number, readonly FileColumn[]>>()

/**
 * Columns of a row of a session file in their order; of an older schema, if one is given, under its names, without those
 * that came later and with those that were removed since.
 */
export function columnsOf(name: TableName, schema = Number.POSITIVE_INFINITY): readonly FileColumn[] {
  const bySchema = knownColumns.get(name) ?? new Map<number, readonly FileColumn[]>()
  knownColumns.set(name, bySchema)
  const columns = bySchema.get(schema) ?? columnsIn(name, schema)
  bySchema.set(schema, columns)
  return columns
}

function columnsIn(name: TableName, schema: number): readonly FileColumn[] {
  const { columns, removed = {} } = tableOf(name)
  const present = Object.entries(columns)
    .filter(([, { origin, added }]) => origin === 'given' && (added?.since ?? 0) <= schema)
    .map(([field, column]) => ({
      name:
        column.former !== undefined && schema < column.former.since ? column.former.name : columnName(field),
      column,
    }))
  const past = Object.entries(removed)
    .filter(([, { since }]) => schema < since)
    .map(([field, { column }]) => ({ name: field, column }))
  return [...present, ...past]
}
