import type { BenchEvent } from '../protocol/events'

/**
 * Collects what changed and tells it once the transaction that changed it is committed: a client never hears of
 * something that a crash could still undo. Several changes of one thing become one event with its latest state.
 */
export interface Changes {
  payment(key: string, isNew: boolean): void
  callback(id: string, isNew: boolean): void
  exchange(id: string): void
  capture(id: string, isNew: boolean): void
  /** Anything else; `build` runs after the commit. */
  other(build: () => BenchEvent): void
}

export interface ChangeReaders {
  readonly payment: (key: string, isNew: boolean) => BenchEvent | null
  readonly callback: (id: string, isNew: boolean) => BenchEvent | null
  readonly exchange: (id: string) => BenchEvent | null
  readonly capture: (id: string, isNew: boolean) => BenchEvent | null
}

export function createChanges(options: {
  readonly committed: () => Promise<void>
  readonly readers: ChangeReaders
  readonly publish: (event: BenchEvent) => void
  readonly onFailure: (message: string, error: unknown) => void
}): Changes {
  const { committed, readers, publish, onFailure } = options
  let payments = new Map<string, boolean>()
  let callbacks = new Map<string, boolean>()
  let exchanges = new Set<string>()
  let captures = new Map<string, boolean>()
  let others: (() => BenchEvent)[] = []
  let planned = false

  const flush = (): void => {
    const batch = { payments, callbacks, exchanges, captures, others }
    payments = new Map()
    callbacks = new Map()
    exchanges = new Set()
    captures = new Map()
    others = []
    planned = false
    const tell = (event: BenchEvent | null): void => {
      if (event !== null) publish(event)
    }
    for (const [key, isNew] of batch.payments) tell(readers.payment(key, isNew))
    for (const [id, isNew] of batch.callbacks) tell(readers.callback(id, isNew))
    for (const id of batch.exchanges) tell(readers.exchange(id))
    for (const [id, isNew] of batch.captures) tell(readers.capture(id, isNew))
    for (const build of batch.others) tell(build())
  }

  const plan = (): void => {
    if (planned) return
    planned = true
    // In a later turn the store has opened its group, and everything of this turn is in it.
    queueMicrotask(() => {
      committed()
        .then(
          () => {
            flush()
          },
          (error: unknown) => {
            planned = false
            onFailure('A transaction could not be committed', error)
          },
        )
        .catch((error: unknown) => {
          onFailure('A change could not be shown', error)
        })
    })
  }

  return {
    payment(key, isNew) {
      payments.set(key, isNew || (payments.get(key) ?? false))
      plan()
    },
    callback(id, isNew) {
      callbacks.set(id, isNew || (callbacks.get(id) ?? false))
      plan()
    },
    exchange(id) {
      exchanges.add(id)
      plan()
    },
    capture(id, isNew) {
      captures.set(id, isNew || (captures.get(id) ?? false))
      plan()
    },
    other(build) {
      others.push(build)
      plan()
    },
  }
}
