import type { Sorting } from '#domain/query/sorting'
import { integer, textOrNull } from '#store/columns'
import type { Row } from '#store/connection'
import type { Fragment } from './conditions'

export type ListOrder = 'newest' | 'oldest' | 'payment'

/** A column by which a list can be sorted. */
export interface SortColumn {
  readonly column: string
  readonly holds: 'text' | 'integer'
  /** Whether rows may lack a value; such rows count as the lowest. */
  readonly mayBeNull?: true
  /** The index with this order; null if there is none for the complete list. */
  readonly index: string | null
}

/** Sort columns by field name. */
export type SortColumns<Field extends string = string> = Readonly<
  Record<Exclude<Field, 'created'>, SortColumn>
>

export interface RowOrder {
  /** The SQL expression of the value that a cursor holds next to the number of its row. */
  readonly value: string
  /** The index to read along; null if SQLite may choose. */
  readonly index: string | null
  /** Whether rows are ordered by a value of their content, not by age or payment. */
  readonly byContent: boolean
  orderBy(plus: string): string
  /** The condition for rows after a cursor. Throws for any other text; named orders accept each other's cursors. */
  conditionAfter(cursor: string | undefined, plus: string): Fragment
  cursorOf(row: Row): string
}

/** The position after a row of a sorted list: its sorted value, and its row number, which orders equal values. */
interface SortPlace {
  readonly value: string | null
  readonly seq: number
}

const MARK = '~'

/** The cursor names its order, so that it is refused for any other order. */
function sortCursor({ value, seq }: SortPlace, { by, direction }: Sorting): string {
  const parts = JSON.stringify([by, direction, value, seq])
  return `${MARK}${Buffer.from(parts, 'utf8').toString('base64url')}`
}

/** Returns null if the text is not a cursor of this order. */
function readSortCursor(text: string, { by, direction }: Sorting): SortPlace | null {
  if (!text.startsWith(MARK)) return null
  const parts = parseOrNull(Buffer.from(text.slice(MARK.length), 'base64url').toString('utf8'))
  if (!Array.isArray(parts) || parts.length !== 4) return null
  const [field, way, value, seq] = parts as readonly unknown[]
  if (field !== by || way !== direction) return null
  if (value !== null && typeof value !== 'string') return null
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return null
  return { value, seq }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const CURSOR = /^(?:\d{1,15}\.)?[1-9]\d{0,15}$/

/** Whether a text is a cursor of a list with this order. */
export function isCursor(text: string, sort?: Sorting): boolean {
  const byColumn = columnSort(sort)
  return byColumn === null ? CURSOR.test(text) : readSortCursor(text, byColumn) !== null
}

/** Sorting by age needs no column: rows are numbered in the order of insertion. */
const columnSort = (sort: Sorting | undefined): Sorting | null =>
  sort === undefined || sort.by === 'created' ? null : sort

/** The order by a column or by age, or one of the named orders. */
export function rowOrder(
  order: ListOrder | undefined,
  sort: Sorting | undefined,
  columns: SortColumns,
): RowOrder {
  const byColumn = columnSort(sort)
  if (byColumn === null) {
    if (sort !== undefined) return ageOrder(sort.direction === 'descending' ? 'newest' : 'oldest')
    return order === 'payment' ? PAYMENT_ORDER : ageOrder(order ?? 'newest')
  }
  const { by } = byColumn
  const column = Object.hasOwn(columns, by) ? columns[by] : undefined
  if (column === undefined) throw new RangeError(`This list cannot be sorted by "${by}"`)
  return columnOrder(column, byColumn)
}

/** Also accepts a cursor of another named order; it leads to an arbitrary place in the list. */
function splitCursor(cursor: string | undefined): readonly [group: number | null, seq: number | null] {
  if (cursor === undefined) return [null, null]
  if (!CURSOR.test(cursor)) throw invalidCursor()
  const [first = '', second] = cursor.split('.')
  return second === undefined ? [null, Number(first)] : [Number(first), Number(second)]
}

const invalidCursor = (): RangeError => new RangeError('This is not a cursor of this list in this order')

const ageOrder = (order: 'newest' | 'oldest'): RowOrder => ({
  value: 'm.seq',
  index: null,
  byContent: false,
  orderBy: (plus) => `${plus}m.seq ${order === 'newest' ? 'DESC' : 'ASC'}`,
  conditionAfter(cursor, plus) {
    const [, seq] = splitCursor(cursor)
    return order === 'newest'
      ? { sql: `${plus}m.seq < ?`, values: [seq ?? Number.MAX_SAFE_INTEGER] }
      : { sql: `${plus}m.seq > ?`, values: [seq ?? 0] }
  },
  cursorOf: (row) => String(integer(row, 'seq')),
})

const PAYMENT_ORDER: RowOrder = {
  value: 'm.payment',
  index: null,
  byContent: false,
  orderBy: (plus) => `${plus}m.payment DESC, ${plus}m.seq DESC`,
  conditionAfter(cursor, plus) {
    const [group, seq] = splitCursor(cursor)
    return {
      sql: `(${plus}m.payment, ${plus}m.seq) < (?, ?)`,
      values: [group ?? Number.MAX_SAFE_INTEGER, seq ?? Number.MAX_SAFE_INTEGER],
    }
  },
  cursorOf: (row) => `${integer(row, 'list_value')}.${integer(row, 'seq')}`,
}

function columnOrder({ column, holds, mayBeNull, index }: SortColumn, sort: Sorting): RowOrder {
  const [word, than] = sort.direction === 'ascending' ? ['ASC', '>'] : ['DESC', '<']
  const bound = holds === 'integer' ? 'CAST(? AS INTEGER)' : '?'
  return {
    // As text: an amount in thousandths may exceed the safe integers.
    value: `CAST(m.${column} AS TEXT)`,
    index,
    byContent: true,
    orderBy: (plus) => `${plus}m.${column} ${word}, ${plus}m.seq ${word}`,
    conditionAfter(cursor, plus) {
      if (cursor === undefined) return { sql: 'TRUE', values: [] }
      const place = readSortCursor(cursor, sort)
      if (place === null) throw invalidCursor()
      if (place.value === null) {
        const same = `+m.${column} IS NULL AND +m.seq ${than} ?`
        return {
          sql: word === 'ASC' ? `((${same}) OR +m.${column} IS NOT NULL)` : same,
          values: [place.seq],
        }
      }
      const values = [place.value, place.seq]
      // The plus signs in the OR forbid a search in the index, but SQLite still reads the rows along it.
      return mayBeNull === true && word === 'DESC'
        ? { sql: `((+m.${column}, +m.seq) < (${bound}, ?) OR +m.${column} IS NULL)`, values }
        : { sql: `(${plus}m.${column}, ${plus}m.seq) ${than} (${bound}, ?)`, values }
    },
    cursorOf: (row) => sortCursor({ value: textOrNull(row, 'list_value'), seq: integer(row, 'seq') }, sort),
  }
}
