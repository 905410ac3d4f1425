import type { Connection } from '../connection'
import type { Participant } from '../group'
import type { SearchPart } from './index-rows'
import { addAttempt, addName, addRest, addText, clearIndex, removeName, removeText } from './index-writer'
import type { SearchedText } from './searched-text'

/**
 * The index of words over messages, and of substrings over the ids of payments. Changes wait until the group commits
 * or a list is asked for: the index writes out what it gathered at every savepoint, which would cost more than all the
 * rest of a write.
 */
export interface Search extends Participant {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  /** Takes out the part with all of its pieces. */
  remove(payment: number, message: number, part: SearchPart): void
  /** Adds the answer to an attempt, why it failed, where else it went, and a body that its callback does not hold. */
  addAttempt(attempt: number): void
  /** Adds the next piece of a body that was waiting, to be taken from its present content. */
  addRest(rest: number, body: Uint8Array): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
}

/** `onRest` is called for every long body whose rest is to be indexed later. */
export function createSearch(connection: Connection, onRest: () => void = () => undefined): Search {
  let waiting: (() => void)[] = []
  const target = { connection, onRest }
  const later = (change: () => void): void => {
    waiting.push(change)
  }
  return {
    add(payment, message, part, text) {
      later(() => addText(target, { payment, message, part }, text))
    },
    remove(payment, message, part) {
      later(() => removeText(connection, { payment, message, part }))
    },
    addAttempt(attempt) {
      later(() => addAttempt(target, attempt))
    },
    addRest(rest, body) {
      later(() => addRest(connection, rest, body))
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      later(() => addName(connection, payment, paymentIdFolded, customerIdFolded))
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
    mark() {
      const { length } = waiting
      return () => {
        waiting.length = length
      }
    },
    save() {
      const changes = waiting
      waiting = []
      for (const change of changes) change()
    },
    load() {
      waiting = []
    },
  }
}
