/** A row that the bench could not read, as far as it is known. */
export interface UnreadableRow {
  readonly id: string
  readonly reason: string
}

/** Null for a readable row, or one that is still being fetched. */
export function unreadableRow(row: unknown): UnreadableRow | null {
  if (typeof row !== 'object' || row === null) return null
  if (!('unreadable' in row) || typeof row.unreadable !== 'string') return null
  // Payments have a key, messages an id.
  const id = 'key' in row ? row.key : 'id' in row ? row.id : ''
  return { id: typeof id === 'string' ? id : '', reason: row.unreadable }
}
