import type { BenchEvent } from '../protocol/events'
import type { PaymentKey } from '../domain/ids'

/**
 * Collects what changed, and publishes it once the transaction is committed: no client hears of a change that a crash
 * could still undo. Several changes of one thing become one event with its latest state.
 */
export interface Changes {
  payment(key: PaymentKey, isNew: boolean): void
  callback(id: string, isNew: boolean): void
  exchange(id: string): void
  capture(id: string, isNew: boolean): void
  /** Any other event; `build` runs after the commit. */
  other(build: () => BenchEvent): void
}

export interface ChangeReaders {
  readonly payment: (key: PaymentKey, isNew: boolean) => BenchEvent | null
  readonly callback: (id: string, isNew: boolean) => BenchEvent | null
  readonly exchange: (id: string) => BenchEvent | null
  readonly capture: (id: string, isNew: boolean) => BenchEvent | null
}

/** What changed since the last publication; maps hold whether the thing is new. */
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

/** A thing that is new stays new until its event is published. */
function add(things: Map<string, boolean>, id: string, isNew: boolean): void {
  things.set(id, isNew || (things.get(id) ?? false))
}

const hasRows = ({ payments, callbacks, exchanges, captures }: Batch): boolean =>
  payments.size + callbacks.size + exchanges.size + captures.size > 0

/** What builds the events of a batch. Null: the thing is gone. */
function* readsOf(batch: Batch, readers: ChangeReaders): Generator<() => BenchEvent | null> {
  for (const [key, isNew] of batch.payments) yield () => readers.payment(key, isNew)
  for (const [id, isNew] of batch.callbacks) yield () => readers.callback(id, isNew)
  for (const id of batch.exchanges) yield () => readers.exchange(id)
  for (const [id, isNew] of batch.captures) yield () => readers.capture(id, isNew)
}

export function createChanges(options: {
  readonly committed: () => Promise<void>
  readonly readers: ChangeReaders
  readonly publish: (event: BenchEvent) => void
  /** Whether anybody would hear of rows that changed: where nobody does, none is read. */
  readonly isWatched: () => boolean
  /** Rows changed, and no event was made of them. */
  readonly skip: () => void
  readonly onFailure: (message: string, error: unknown) => void
}): Changes {
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
      // The batch stays, and is published with the next commit.
      isPlanned = false
      onFailure('A transaction could not be committed', error)
      return
    }
    flush()
  }

  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    // In a later turn the store has opened its group, and everything of this turn is in it.
    queueMicrotask(() => void flushAfterCommit())
  }

  return {
    payment(key, isNew) {
      add(batch.payments, key, isNew)
      plan()
    },
    callback(id, isNew) {
      add(batch.callbacks, id, isNew)
      plan()
    },
    exchange(id) {
      batch.exchanges.add(id)
      plan()
    },
    capture(id, isNew) {
      add(batch.captures, id, isNew)
      plan()
    },
    other(build) {
      batch.others.push(build)
      plan()
    },
  }
}
