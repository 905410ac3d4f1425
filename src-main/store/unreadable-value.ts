import type { Row, SqlValue } from './connection'

/** A value of a row that this version cannot read: a newer one wrote it, or the row is damaged. */
export class UnreadableValue extends Error {
  readonly column: string
  /** What stands for it where the row is only listed. */
  readonly substitute: SqlValue

  constructor(column: string, message: string, substitute: SqlValue) {
    super(message)
    this.name = 'UnreadableValue'
    this.column = column
    this.substitute = substitute
  }
}

/** What lists have of a row: all of it, or, with the reason, what could be read. */
export interface Listed {
  /** Why some of its values are substitutes; absent: none is. */
  readonly unreadable?: string
}

/**
 * Reads a row of a list. One that cannot be read must not take the others along: substitutes stand for its unreadable
 * values, and it says so.
 */
export const readForList =
  <Item extends Listed>(read: (row: Row) => Item) =>
  (row: Row): Item => {
    const reasons = new Map<string, string>()
    for (let known = row; ;) {
      try {
        const item = read(known)
        return reasons.size === 0 ? item : { ...item, unreadable: [...reasons.values()].join('. ') }
      } catch (error) {
        // A substitute that is no better would never come to an end.
        if (!(error instanceof UnreadableValue) || reasons.has(error.column)) throw error
        reasons.set(error.column, error.message)
        known = { ...known, [error.column]: error.substitute }
      }
    }
  }
