import type { Connection } from '../connection'
import type { Participant } from '../group'
import type { SearchPart } from './index-rows'
import { addAttempt, addName, addRest, addText, clearIndex, removeName, removeText } from './index-writer'
import type { SearchedText } from './searched-text'

/** Rows that are indexed. */
export type IndexedRows = 'payments' | 'exchanges' | 'callbacks' | 'attempts'

/**
 * The index of words over messages, and of substrings over the ids of payments. Changes wait until they are saved: the
 * index writes out what it gathered at every savepoint and commit, which would cost more than all the rest of a write.
 */
export interface Search extends Participant {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  /** Takes out the part with all of its pieces. */
  remove(payment: number, message: number, part: SearchPart): void
  /** Adds the answer to an attempt, why it failed, where else it went, and a body that its callback does not hold. */
  addAttempt(attempt: number, bytes?: number): void
  /** Adds the next piece of a body that was waiting, to be taken from its present content. */
  addRest(rest: number, body: Uint8Array): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
  readonly isWaiting: boolean
  /** Whether what waits is little, and all of it can be read again from its rows. */
  readonly canWait: boolean
  /** Of these rows, the lowest number that waits. */
  firstWaiting(rows: IndexedRows): number | null
}

interface Change {
  readonly make: () => void
  /** The row that it can be read again from; null where the row alone does not tell. */
  readonly row: { readonly of: IndexedRows; readonly seq: number } | null
  readonly bytes: number
}

/** More would hold up the one who asks for a list next. */
const MOST_WAITING = { changes: 256, bytes: 262_144 } as const

const ROWS_OF_PART: Readonly<Record<Exclude<SearchPart, 'attempt'>, IndexedRows>> = {
  request: 'exchanges',
  response: 'exchanges',
  capture: 'exchanges',
  captureResponse: 'exchanges',
  callback: 'callbacks',
}

/** `onRest` is called for every long body whose rest is to be indexed later. */
export function createSearch(connection: Connection, onRest: () => void = () => undefined): Search {
  let waiting: Change[] = []
  const target = { connection, onRest }
  const later = (make: () => void, row: Change['row'] = null, bytes = 0): void => {
    waiting.push({ make, row, bytes })
  }
  return {
    add(payment, message, part, text) {
      const row = part === 'attempt' ? null : { of: ROWS_OF_PART[part], seq: message }
      later(() => addText(target, { payment, message, part }, text), row, text.body.length)
    },
    remove(payment, message, part) {
      later(() => removeText(connection, { payment, message, part }))
    },
    addAttempt(attempt, bytes) {
      later(() => addAttempt(target, attempt), { of: 'attempts', seq: attempt }, bytes)
    },
    addRest(rest, body) {
      later(() => addRest(connection, rest, body))
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      const row = { of: 'payments', seq: payment } as const
      later(() => addName(connection, payment, paymentIdFolded, customerIdFolded), row)
    },
    nameRemove(payment) {
      later(() => removeName(connection, payment))
    },
    clear() {
      later(() => clearIndex(connection))
    },
    tidy() {
      later(() => connection.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`))
    },
    get isWaiting() {
      return waiting.length > 0
    },
    get canWait() {
      let bytes = 0
      for (const change of waiting) {
        if (change.row === null) return false
        bytes += change.bytes
      }
      return waiting.length <= MOST_WAITING.changes && bytes <= MOST_WAITING.bytes
    },
    firstWaiting(rows) {
      let first: number | null = null
      for (const { row } of waiting) {
        if (row?.of === rows && (first === null || row.seq < first)) first = row.seq
      }
      return first
    },
    mark() {
      const before = waiting
      const { length } = before
      return () => {
        // What was saved meanwhile is undone as well, and waits again.
        waiting = before
        waiting.length = length
      }
    },
    save() {
      const changes = waiting
      waiting = []
      for (const { make } of changes) make()
    },
    load() {
      waiting = []
    },
  }
}
