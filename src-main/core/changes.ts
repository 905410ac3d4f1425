import type { BenchEvent } from '#protocol/events'
import type { PaymentKey } from '#domain/ids'

/**
 * Publishes changes as events after their transaction is committed, so that no client learns of a change that a
 * crash could undo. Several changes of a row become one event with its latest state.
 */
export type Changes = ReturnType<typeof createChanges>

/** Each reader returns null if its row no longer exists. */
export interface ChangeReaders {
  readonly payment: (key: PaymentKey, isNew: boolean) => BenchEvent | null
  readonly callback: (id: string, isNew: boolean) => BenchEvent | null
  readonly exchange: (id: string) => BenchEvent | null
  readonly capture: (id: string, isNew: boolean) => BenchEvent | null
}

/** In the order in which their events are published. */
const KINDS = ['payment', 'callback', 'exchange', 'capture'] as const

/** Changes since the last publication. The maps hold for each row whether it is new. */
const emptyBatch = () => ({
  payment: new Map<string, boolean>(),
  callback: new Map<string, boolean>(),
  exchange: new Map<string, boolean>(),
  capture: new Map<string, boolean>(),
  others: [] as (() => BenchEvent)[],
})

/** Events are published in a later microtask, after `committed` has resolved. */
export function createChanges(options: {
  /** Settles when all writes so far are committed. */
  readonly committed: () => Promise<void>
  readonly readers: ChangeReaders
  readonly publish: (event: BenchEvent) => void
  /** Whether any client receives events. Changed rows are read only then. */
  readonly isWatched: () => boolean
  /** Called when rows have changed but no client receives events. */
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
    const reads = KINDS.flatMap((kind) =>
      [...changed[kind]].map(([id, isNew]) => readers[kind].bind(null, id, isNew)),
    )
    const watched = isWatched()
    if (!watched && reads.length > 0) skip()
    for (const read of watched ? [...reads, ...changed.others] : changed.others) {
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
    // When the microtask runs, the store has opened the commit group that holds all writes of this turn.
    queueMicrotask(() => void flushAfterCommit())
  }

  /** A new row stays new until its event is published. */
  const change = (kind: (typeof KINDS)[number], id: string, isNew: boolean): void => {
    batch[kind].set(id, isNew || batch[kind].get(id) === true)
    plan()
  }

  return {
    payment: (key: PaymentKey, isNew: boolean): void => change('payment', key, isNew),
    callback: (id: string, isNew: boolean): void => change('callback', id, isNew),
    exchange: (id: string): void => change('exchange', id, false),
    capture: (id: string, isNew: boolean): void => change('capture', id, isNew),
    other(build: () => BenchEvent): void {
      batch.others.push(build)
      plan()
    },
  }
}
