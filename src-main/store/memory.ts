import type { CallbackId, PaymentKey, ProjectId } from '#domain/ids'
import { integer, text } from './columns'
import type { Connection } from './connection'
import type { Participant } from './group'
import { PAYMENT_ROW_COLUMNS, readPayment } from './rows'
import type { CallbackRecord, CallbackRow, PaymentRecord } from './records'

/** How much of the payments is kept in memory; those that were used longest ago go first. */
interface PaymentMemoryBounds {
  readonly most: number
  /** Of the states together. A longer one than a thousandth of it is not kept at all. */
  readonly stateCharacters: number
}

const BOUNDS: PaymentMemoryBounds = { most: 16_384, stateCharacters: 33_554_432 }

/**
 * The payments that were used last, as their rows say: a request asks for its payment several times, and those who wait
 * for a payment ask again. One process writes to a store, so its memory is right. A write that is rolled back forgets
 * whatever came into memory meanwhile.
 */
export interface PaymentMemory extends Participant {
  /** Number of the payment that rows refer to. */
  numberOf(key: PaymentKey): number | null
  /** @throws UnreadableValue */
  byKey(key: PaymentKey): PaymentRecord | null
  /** Several payments have the same id where all but one ended in `error`: this is that one, else the newest. */
  keyOf(projectId: ProjectId, paymentIdFolded: string): PaymentKey | null
  /** The payment was written as this, in the row of this number. */
  wrote(seq: number, record: PaymentRecord, before: PaymentRecord | null): void
  /** Everything was removed. */
  clear(): void
}

interface Entry {
  readonly seq: number
  /** Null where only the number was asked for, or the state is long. */
  readonly record: PaymentRecord | null
  readonly stamp: number
}

interface Holder {
  readonly key: PaymentKey | null
  readonly stamp: number
}

/** SQLite keeps half of a surrogate pair as {@link REPLACEMENT}. */
const LONE_SURROGATES = /\p{Surrogate}/gu
const REPLACEMENT = '\ufffd'

export function createPaymentMemory(
  connection: Connection,
  bounds: PaymentMemoryBounds = BOUNDS,
): PaymentMemory {
  const entries = new Map<PaymentKey, Entry>()
  const holders = new Map<string, Holder>()
  let characters = 0
  /** Grows with everything that comes into memory. */
  let stamp = 0

  const forget = (key: PaymentKey): void => {
    characters -= entries.get(key)?.record?.state.length ?? 0
    entries.delete(key)
  }

  const clear = (): void => {
    entries.clear()
    holders.clear()
    characters = 0
  }

  const keep = (key: PaymentKey, seq: number, record: PaymentRecord | null): void => {
    forget(key)
    const kept = record !== null && isKeepable(record, bounds) ? record : null
    entries.set(key, { seq, record: kept, stamp: (stamp += 1) })
    characters += kept?.state.length ?? 0
    for (const oldest of entries.keys()) {
      if (entries.size <= bounds.most && characters <= bounds.stateCharacters) return
      forget(oldest)
    }
  }

  /** The entry, as the one that was used last. */
  const used = (key: PaymentKey): Entry | undefined => {
    const entry = entries.get(key)
    if (entry !== undefined) {
      entries.delete(key)
      entries.set(key, entry)
    }
    return entry
  }

  const hold = (id: string, key: PaymentKey | null): void => {
    holders.delete(id)
    holders.set(id, { key, stamp: (stamp += 1) })
    for (const oldest of holders.keys()) {
      if (holders.size <= bounds.most) return
      holders.delete(oldest)
    }
  }

  return {
    numberOf(key) {
      const entry = used(key)
      if (entry !== undefined) return entry.seq
      const row = connection.get('SELECT seq FROM payments WHERE key = ?', key)
      if (row === undefined) return null
      const seq = integer(row, 'seq')
      keep(key, seq, null)
      return seq
    },
    byKey(key) {
      const entry = used(key)
      if (entry !== undefined && entry.record !== null) return entry.record
      const row = connection.get(
        `SELECT ${PAYMENT_ROW_COLUMNS}, s.state FROM payments m
         JOIN payment_states s ON s.payment = m.seq WHERE m.key = ?`,
        key,
      )
      if (row === undefined) return null
      const record = readPayment(row)
      keep(key, integer(row, 'seq'), record)
      return record
    },
    keyOf(projectId, paymentIdFolded) {
      const id = idOf(projectId, paymentIdFolded)
      const holder = holders.get(id)
      if (holder !== undefined) return holder.key
      const row = connection.get(
        `SELECT key FROM payments WHERE payment_id_folded = ? AND project_id = ?
         ORDER BY status = 'error', seq DESC LIMIT 1`,
        paymentIdFolded,
        projectId,
      )
      const key = row === undefined ? null : text(row, 'key')
      hold(id, key)
      return key
    },
    wrote(seq, record, before) {
      keep(record.key, seq, record)
      const id = idOf(record.projectId, record.paymentIdFolded)
      const idBefore = before === null ? null : idOf(before.projectId, before.paymentIdFolded)
      const wasError = before === null ? null : isError(before)
      if (id === idBefore && wasError === isError(record)) return
      // Which of several payments holds an id is for the rows to say; a new one without an error holds its own.
      if (before === null && !isError(record)) hold(id, record.key)
      else holders.delete(id)
      if (idBefore !== null) holders.delete(idBefore)
    },
    clear,
    mark() {
      const then = stamp
      return () => {
        for (const [key, entry] of entries) if (entry.stamp > then) forget(key)
        for (const [id, holder] of holders) if (holder.stamp > then) holders.delete(id)
        // The database may have ended the whole transaction.
        if (!connection.inTransaction) clear()
      }
    },
    save() {
      // What memory holds is in the tables already.
    },
    load: clear,
  }
}

const isError = ({ status }: PaymentRecord): boolean => status === 'error'

const idOf = (projectId: ProjectId, paymentIdFolded: string): string =>
  `${projectId}:${paymentIdFolded.replaceAll(LONE_SURROGATES, REPLACEMENT)}`

function isKeepable(record: PaymentRecord, { stateCharacters }: PaymentMemoryBounds): boolean {
  return record.state.length <= stateCharacters / 1000 && areKeptExactly(record)
}

/** A callback as its rows say, with the number of its payment. */
export interface KnownCallback {
  /** As a list shows it; it has no annotation, or it would not be in memory. */
  readonly row: CallbackRow
  readonly content: Pick<CallbackRecord, 'headers' | 'body'>
  /** Null where it belongs to no payment. */
  readonly payment: number | null
  /** Whether an attempt was started. */
  readonly wasAttempted: boolean
}

/** How much is kept in memory; what comes when it is full is read from its rows. */
interface CallbackMemoryBounds {
  readonly most: number
  /** Of the bodies together. A longer one than a hundredth of it is not kept at all. */
  readonly bodyBytes: number
}

const CALLBACK_BOUNDS: CallbackMemoryBounds = { most: 16_384, bodyBytes: 16_777_216 }

/**
 * The callbacks that this process made and that are still to be sent for the first time, as their rows say: until it is
 * delivered, a callback is asked for eight times. Where many wait, those that came first are sent first, so that they
 * stay and later ones are not taken in. A write that is rolled back forgets whatever came into memory meanwhile.
 */
export interface CallbackMemory extends Participant {
  byId(id: CallbackId): KnownCallback | null
  /** The callback was written as this. What was attempted, or cannot be kept exactly, is forgotten. */
  wrote(callback: KnownCallback): void
  /** Something else was written to the callback. */
  forget(id: CallbackId): void
  /** Everything was removed. */
  clear(): void
}

interface CallbackEntry {
  readonly callback: KnownCallback
  readonly stamp: number
}

export function createCallbackMemory(
  connection: Connection,
  bounds: CallbackMemoryBounds = CALLBACK_BOUNDS,
): CallbackMemory {
  const entries = new Map<CallbackId, CallbackEntry>()
  let bytes = 0
  /** Grows with everything that comes into memory. */
  let stamp = 0

  const forget = (id: CallbackId): void => {
    bytes -= entries.get(id)?.callback.row.sizeBytes ?? 0
    entries.delete(id)
  }

  const clear = (): void => {
    entries.clear()
    bytes = 0
  }

  return {
    byId: (id) => entries.get(id)?.callback ?? null,
    wrote(callback) {
      const { row } = callback
      forget(row.id)
      const hasRoom = entries.size < bounds.most && bytes + row.sizeBytes <= bounds.bodyBytes
      if (!hasRoom || !isCallbackKeepable(callback, bounds)) return
      entries.set(row.id, { callback, stamp: (stamp += 1) })
      bytes += row.sizeBytes
    },
    forget,
    clear,
    mark() {
      const then = stamp
      return () => {
        for (const [id, entry] of entries) if (entry.stamp > then) forget(id)
        // The database may have ended the whole transaction.
        if (!connection.inTransaction) clear()
      }
    },
    save() {
      // What memory holds is in the tables already.
    },
    load: clear,
  }
}

const isCallbackKeepable = ({ row }: KnownCallback, { bodyBytes }: CallbackMemoryBounds): boolean =>
  row.nextAttemptAt !== null &&
  row.attemptCount === 0 &&
  row.sizeBytes <= bodyBytes / 100 &&
  areKeptExactly(row)

const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether the database returns these values as they were given to it: it replaces half of a surrogate pair. */
const areKeptExactly = (record: object): boolean =>
  !Object.values(record).some((value) => typeof value === 'string' && LONE_SURROGATE.test(value))
