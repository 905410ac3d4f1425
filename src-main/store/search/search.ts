import type { Connection } from '#store/connection'
import type { SearchPart } from './index-rows'
import { addAttempt, addName, addRest, addText, clearIndex, removeName, removeText } from './index-writer'
import { whereReadable, type SearchedBody, type SearchedText } from './searched-text'

/**
 * The index of words over messages, and of substrings over the ids of payments. To be used in a transaction of the index.
 * Changes wait until they are saved, or until the texts that wait are long.
 */
export interface Search {
  add(payment: number, message: number, part: SearchPart, text: SearchedText): void
  /** Takes out the part with all of its pieces. */
  remove(payment: number, message: number, part: SearchPart): void
  /** Adds the answer to an attempt, why it failed, where else it went, and a body that its callback does not hold. */
  addAttempt(attempt: number): void
  /** Adds the next piece of a body that was waiting, from a part of its present content that has the piece. */
  addRest(rest: number, body: SearchedBody): void
  nameAdd(payment: number, paymentIdFolded: string, customerIdFolded: string): void
  nameRemove(payment: number): void
  clear(): void
  /** Works off a part of what removals left behind. */
  tidy(): void
  /** Writes what waits. */
  save(): void
  /** Forgets what waits. */
  drop(): void
}

/** Bytes of bodies that wait at most; large ones would otherwise fill the memory together. */
const MAX_WAITING_BYTES = 4_194_304

/** The texts of attempts are read from the journal; everything else is given. */
export function createSearch({
  journal,
  index,
}: {
  readonly journal: Connection
  readonly index: Connection
}): Search {
  let waiting: (() => void)[] = []
  let waitingBytes = 0
  const save = (): void => {
    const changes = waiting
    waiting = []
    waitingBytes = 0
    for (const change of changes) change()
  }
  const later = (change: () => void): void => {
    waiting.push(change)
  }
  return {
    add(payment, message, part, text) {
      later(() => {
        addText(index, { payment, message, part }, text)
      })
      waitingBytes += text.body.bytes.length
      if (waitingBytes > MAX_WAITING_BYTES) save()
    },
    remove(payment, message, part) {
      later(() => {
        removeText(index, { payment, message, part })
      })
    },
    addAttempt(attempt) {
      later(() => {
        whereReadable(() => {
          addAttempt({ journal, index }, attempt)
        })
      })
    },
    addRest(rest, body) {
      later(() => {
        addRest(index, rest, body)
      })
    },
    nameAdd(payment, paymentIdFolded, customerIdFolded) {
      later(() => {
        addName(index, payment, paymentIdFolded, customerIdFolded)
      })
    },
    nameRemove(payment) {
      later(() => {
        removeName(index, payment)
      })
    },
    clear() {
      later(() => {
        clearIndex(index)
      })
    },
    tidy() {
      later(() => index.run(`INSERT INTO search (search, rank) VALUES ('merge', 200)`))
    },
    save,
    drop() {
      waiting = []
      waitingBytes = 0
    },
  }
}
