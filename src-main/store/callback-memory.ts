import type { CallbackId } from '#domain/ids'
import type { Connection } from './connection'
import { areKeptExactly } from './exact-text'
import type { Participant } from './group'
import type { CallbackRecord, CallbackRow } from './records'

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
export interface CallbackMemoryBounds {
  readonly most: number
  /** Of the bodies together. A longer one than a hundredth of it is not kept at all. */
  readonly bodyBytes: number
}

const BOUNDS: CallbackMemoryBounds = { most: 16_384, bodyBytes: 16_777_216 }

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

interface Entry {
  readonly callback: KnownCallback
  readonly stamp: number
}

export function createCallbackMemory(
  connection: Connection,
  bounds: CallbackMemoryBounds = BOUNDS,
): CallbackMemory {
  const entries = new Map<CallbackId, Entry>()
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
      if (!hasRoom || !isKeepable(callback, bounds)) return
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

const isKeepable = ({ row }: KnownCallback, { bodyBytes }: CallbackMemoryBounds): boolean =>
  row.nextAttemptAt !== null &&
  row.attemptCount === 0 &&
  row.sizeBytes <= bodyBytes / 100 &&
  areKeptExactly(row)
