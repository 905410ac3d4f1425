import { integer } from './columns'
import type { Connection } from './connection'

/** Rows that the index copies, or their texts. A response has the number of its exchange. */
export type ChangedRows = 'payments' | 'callbacks' | 'exchanges' | 'responses' | 'attempts'

/** `everything`: all rows were removed or replaced. */
export type Change =
  | { readonly kind: 'written'; readonly rows: ChangedRows; readonly seq: number }
  | { readonly kind: 'removed'; readonly rows: ChangedRows; readonly seq: number }
  | { readonly kind: 'everything' }

/**
 * Records which rows each commit changed, so that the index can follow. A commit adds one row to the table `changes`,
 * or several if it has many changes; the numbers of these rows are the positions.
 */
export type ChangeLog = ReturnType<typeof createChangeLog>

const CHANGES_IN_ROW = 2000

const LETTER: Readonly<Record<ChangedRows, string>> = {
  payments: 'p',
  callbacks: 'c',
  exchanges: 'e',
  responses: 'r',
  attempts: 'a',
}
const EVERYTHING = '*'
const REMOVED = '-'

/** `onCommit` is called just before each commit that has changes. */
export function createChangeLog(connection: Connection, onCommit: () => void) {
  let position = lastPosition(connection)
  let waiting: string[] = []
  let known = new Set<string>()

  return {
    written(rows: ChangedRows, seq: number): void {
      const token = `${LETTER[rows]}${seq}`
      if (known.has(token)) return
      known.add(token)
      waiting.push(token)
    },
    removed(rows: ChangedRows, seq: number): void {
      const token = `${LETTER[rows]}${seq}`
      known.delete(token)
      waiting.push(`${REMOVED}${token}`)
    },
    replaced(): void {
      waiting = [EVERYTHING]
      known.clear()
    },
    /** The newest position that is committed, or is about to be; 0 if nothing was ever changed. */
    get position(): number {
      return position
    },
    /** Deletes the changes up to position `done`, which the index has copied. Call it inside a write. */
    forgetUpTo(done: number): void {
      // The last row stays, because the numbers continue from it.
      connection.run('DELETE FROM changes WHERE position <= ? AND position < ?', done, position)
    },
    mark() {
      const before = waiting
      const { length } = before
      return () => {
        waiting = before
        waiting.length = length
        known = writtenLast(waiting)
      }
    },
    save(): void {
      if (waiting.length === 0) return
      for (let from = 0; from < waiting.length; from += CHANGES_IN_ROW) {
        const tokens = waiting.length <= CHANGES_IN_ROW ? waiting : waiting.slice(from, from + CHANGES_IN_ROW)
        position += 1
        connection.run('INSERT INTO changes (position, rows) VALUES (?, ?)', position, tokens.join(' '))
      }
      waiting = []
      known.clear()
      onCommit()
    },
    load(): void {
      position = lastPosition(connection)
      waiting = []
      known.clear()
    },
  }
}

/** Rows that were written after their last removal. */
function writtenLast(tokens: readonly string[]): Set<string> {
  const written = new Set<string>()
  for (const token of tokens) {
    if (token.startsWith(REMOVED)) written.delete(token.slice(REMOVED.length))
    else written.add(token)
  }
  return written
}

/** The newest position of the change log, or 0 if it is empty. */
export const lastPosition = (connection: Connection): number =>
  integer(connection.get('SELECT coalesce(max(position), 0) AS position FROM changes') ?? {}, 'position')

export function readChanges(rows: string): readonly Change[] {
  return rows.split(' ').map((token): Change => {
    if (token === EVERYTHING) return { kind: 'everything' }
    const isRemoval = token.startsWith(REMOVED)
    const named = isRemoval ? token.slice(REMOVED.length) : token
    const rowsOf = CHANGED_ROWS.find((name) => LETTER[name] === named[0])
    const seq = Number(named.slice(1))
    if (rowsOf === undefined || !Number.isSafeInteger(seq)) throw new Error(`"${token}" names no change`)
    return { kind: isRemoval ? 'removed' : 'written', rows: rowsOf, seq }
  })
}

const CHANGED_ROWS = Object.keys(LETTER) as readonly ChangedRows[]
