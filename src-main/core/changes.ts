import type { BenchEvent } from '#protocol/events'
import type { PaymentKey } from '#domain/ids'

/**
 * Publishes changes as events after their transaction is committed, so that no client learns of a change that a
 * crash could undo. Several changes of a row become one event with its latest state.
 */
export type Changes = ReturnType<typeof createChanges>

/** Null: the row no longer exists. */
export interface ChangeReaders {
  readonly payment: (key: PaymentKey, isNew: boolean) => BenchEvent | null
  readonly callback: (id: string, isNew: boolean) => BenchEvent | null
  readonly exchange: (id: string) => BenchEvent | null
  readonly capture: (id: string, isNew: boolean) => BenchEvent | null
}

/** Changes since the last publication. The maps hold for each row whether it is new. */
interface Batch {
  readonly payments: Map<string, boolean>
  readonly callbacks: Map<string, boolean>
  readonly exchanges: Set<string>
  readonly captures: Map<string, boolean>
  readonly others: (() => BenchEvent)[]
}

const emptyBatch = (): Batch => ({
  payments: new Map(),
  callbacks: new Map(),
  exchanges: new Set(),
  captures: new Map(),
  others: [],
})

/** A new row stays new until its event is published. */
function add(rows: Map<string, boolean>, id: string, isNew: boolean): void {
  rows.set(id, isNew || (rows.get(id) ?? false))
}

const hasRows = ({ payments, callbacks, exchanges, captures }: Batch): boolean =>
  payments.size + callbacks.size + exchanges.size + captures.size > 0

function* readsOf(batch: Batch, readers: ChangeReaders): Generator<() => BenchEvent | null> {
  for (const [key, isNew] of batch.payments) yield () => readers.payment(key, isNew)
  for (const [id, isNew] of batch.callbacks) yield () => readers.callback(id, isNew)
  for (const id of batch.exchanges) yield () => readers.exchange(id)
  for (const [id, isNew] of batch.captures) yield () => readers.capture(id, isNew)
}

/** Events are published in a later microtask, after `committed` has settled. */
export function createChanges(options: {
  /** Settles when all writes so far are committed. */
  readonly committed: () => Promise<void>
  readonly readers: ChangeReaders
  readonly publish: (event: BenchEvent) => void
  /** Whether any client receives events. Changed rows are read only then. */
  readonly isWatched: () => boolean
  /** Called when rows changed and no client receives events. */
  readonly skip: () => void
  readonly onFailure: (message: string, error: unknown) => void
}) {
  const { committed, readers, publish, isWatched, skip, onFailure } = options
  let batch = emptyBatch()
  let isPlanned = false

  const flush = (): void => {
    const changed = batch
    batch = emptyBatch()
    isPlanned = false
    const watched = isWatched()
    if (!watched && hasRows(changed)) skip()
    for (const read of watched ? [...readsOf(changed, readers), ...changed.others] : changed.others) {
      try {
        const event = read()
        if (event !== null) publish(event)
      } catch (error) {
        onFailure('A change could not be shown', error)
      }
    }
  }

  const flushAfterCommit = async (): Promise<void> => {
    try {
      await committed()
    } catch (error) {
      isPlanned = false
      onFailure('A transaction could not be committed', error)
      return
    }
    flush()
  }

  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    // At the end of this turn the store has opened the commit group that holds all its writes.
    queueMicrotask(() => void flushAfterCommit())
  }

  return {
    payment(key: PaymentKey, isNew: boolean): void {
      add(batch.payments, key, isNew)
      plan()
    },
    callback(id: string, isNew: boolean): void {
      add(batch.callbacks, id, isNew)
      plan()
    },
    exchange(id: string): void {
      batch.exchanges.add(id)
      plan()
    },
    capture(id: string, isNew: boolean): void {
      add(batch.captures, id, isNew)
      plan()
    },
    other(build: () => BenchEvent): void {
      batch.others.push(build)
      plan()
    },
  }
}
