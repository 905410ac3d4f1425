import { putNewest } from '#lib/limits/bounded-text'
import type { CallbackId, PaymentKey, ProjectId } from '#domain/ids'
import { integer, text } from './columns'
import type { Connection } from './connection'
import type { Participant } from './group'
import { PAYMENT_ROW_COLUMNS, readPayment } from './rows'
import type { CallbackRecord, CallbackRow, PaymentRecord } from './records'

/** There is nothing to save, because the tables hold the same rows; a rollback empties the memory. */
const clearedOnRollback = (clear: () => void): Participant & { clear(): void } => ({
  clear,
  mark: () => clear,
  save: () => undefined,
  load: clear,
})

/** SQLite stores half of a surrogate pair as {@link REPLACEMENT}. */
const LONE_SURROGATES = /\p{Surrogate}/gu
const REPLACEMENT = '\ufffd'

const isStoredExactly = (record: object): boolean =>
  !Object.values(record).some((value) => typeof value === 'string' && /\p{Surrogate}/u.test(value))

export type PaymentMemory = ReturnType<typeof createPaymentMemory>

/**
 * Caches the most recently used payments: a request reads its payment several times, and clients that wait for a
 * payment poll it. Only one process writes to a store, so the cache is never stale.
 * @param bounds `stateCharacters`: for all states together; a state longer than a thousandth of this is not cached
 */
export function createPaymentMemory(
  connection: Connection,
  bounds = { most: 16_384, stateCharacters: 33_554_432 },
) {
  /** `record` is null if only the number was needed, or if the record cannot be cached. */
  const entries = new Map<PaymentKey, { readonly seq: number; readonly record: PaymentRecord | null }>()
  /** Payment keys by project and payment id; null if no payment has the id. */
  const holders = new Map<string, PaymentKey | null>()
  let characters = 0

  const forget = (key: PaymentKey): void => {
    characters -= entries.get(key)?.record?.state.length ?? 0
    entries.delete(key)
  }
  const keep = (key: PaymentKey, seq: number, record: PaymentRecord | null): void => {
    forget(key)
    const isShort = record !== null && record.state.length <= bounds.stateCharacters / 1000
    const kept = isShort && isStoredExactly(record) ? record : null
    entries.set(key, { seq, record: kept })
    characters += kept?.state.length ?? 0
    for (const oldest of entries.keys()) {
      if (entries.size <= bounds.most && characters <= bounds.stateCharacters) return
      forget(oldest)
    }
  }
  const useEntry = (key: PaymentKey) => {
    const entry = entries.get(key)
    if (entry !== undefined) putNewest(entries, key, entry, bounds.most)
    return entry
  }
  const hold = (id: string, key: PaymentKey | null): void => putNewest(holders, id, key, bounds.most)

  return {
    ...clearedOnRollback(() => {
      entries.clear()
      holders.clear()
      characters = 0
    }),
    /** The number by which other rows refer to the payment. */
    numberOf(key: PaymentKey): number | null {
      const entry = useEntry(key)
      if (entry !== undefined) return entry.seq
      const row = connection.get('SELECT seq FROM payments WHERE key = ?', key)
      if (row === undefined) return null
      const seq = integer(row, 'seq')
      keep(key, seq, null)
      return seq
    },
    /** @throws UnreadableValue */
    byKey(key: PaymentKey): PaymentRecord | null {
      const entry = useEntry(key)
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
    /** The key of the only payment with this id that is not in `error`, or else of the newest with this id. */
    keyOf(projectId: ProjectId, paymentIdFolded: string): PaymentKey | null {
      const id = idOf(projectId, paymentIdFolded)
      const holder = holders.get(id)
      if (holder !== undefined) return holder
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
    /** Call it with the written record and the number of its row. */
    wrote(seq: number, record: PaymentRecord, before: PaymentRecord | null): void {
      keep(record.key, seq, record)
      const id = idOf(record.projectId, record.paymentIdFolded)
      const idBefore = before === null ? null : idOf(before.projectId, before.paymentIdFolded)
      const wasError = before === null ? null : isError(before)
      if (id === idBefore && wasError === isError(record)) return
      // The rows decide which of several payments holds an id; a new payment that is not in `error` holds its id.
      if (before === null && !isError(record)) hold(id, record.key)
      else holders.delete(id)
      if (idBefore !== null) holders.delete(idBefore)
    },
  }
}

const isError = ({ status }: PaymentRecord): boolean => status === 'error'

const idOf = (projectId: ProjectId, paymentIdFolded: string): string =>
  `${projectId}:${paymentIdFolded.replaceAll(LONE_SURROGATES, REPLACEMENT)}`

/** A callback in memory, with the number of its payment. */
export interface KnownCallback {
  /** As a list shows it, always without an annotation: a callback that gets one is forgotten here. */
  readonly row: CallbackRow
  readonly content: Pick<CallbackRecord, 'headers' | 'body'>
  /** Null if the callback belongs to no payment. */
  readonly payment: number | null
  readonly wasAttempted: boolean
}

export type CallbackMemory = ReturnType<typeof createCallbackMemory>

/**
 * Caches new callbacks of this process until their first attempt: until then, a callback is read eight times. The
 * first callbacks are sent first, so a full memory keeps them and adds no later ones.
 * @param bounds `bodyBytes`: for all bodies together; a body longer than a hundredth of this is not cached
 */
export function createCallbackMemory(bounds = { most: 16_384, bodyBytes: 16_777_216 }) {
  const callbacks = new Map<CallbackId, KnownCallback>()
  let bytes = 0

  const forget = (id: CallbackId): void => {
    bytes -= callbacks.get(id)?.row.sizeBytes ?? 0
    callbacks.delete(id)
  }

  return {
    ...clearedOnRollback(() => {
      callbacks.clear()
      bytes = 0
    }),
    byId: (id: CallbackId): KnownCallback | null => callbacks.get(id) ?? null,
    /** Call it with the written callback. Keeps it if it waits for its first attempt, fits and is stored exactly. */
    wrote(callback: KnownCallback): void {
      const { row } = callback
      forget(row.id)
      const hasRoom = callbacks.size < bounds.most && bytes + row.sizeBytes <= bounds.bodyBytes
      const isKeepable =
        row.nextAttemptAt !== null &&
        row.attemptCount === 0 &&
        row.sizeBytes <= bounds.bodyBytes / 100 &&
        isStoredExactly(row)
      if (!hasRoom || !isKeepable) return
      callbacks.set(row.id, callback)
      bytes += row.sizeBytes
    },
    forget,
  }
}
