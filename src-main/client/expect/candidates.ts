import type { BenchEvent } from '#protocol/events'
import type { Existing, Subject, WatchedClient } from './subject'

/** Most candidates that are kept to explain a miss; the oldest are dropped first. */
const MAX_CANDIDATES = 2000

/** The items that an expectation compares, oldest first, kept up to date by events. */
export interface Candidates<Summary> {
  /** Returns the next item that is new or has changed; waits until there is one. */
  next(): Promise<Summary>
  readonly all: readonly Summary[]
  /** Number of older items that were not compared. */
  readonly older: number
  /** Stops listening to events. */
  stop(): void
}

/**
 * Watches the items of a kind. Subscribes to events first and reads the existing items second, so that none is missed in
 * between. Reads everything again where the bench was reset, another session was opened or events were lost.
 * @param options `after`: id of an item; only later ones count. `onError`: called where the list cannot be read
 */
export function watchCandidates<Summary, Detail>(
  client: WatchedClient,
  subject: Subject<Summary, Detail>,
  options: {
    readonly expected: Readonly<Record<string, unknown>>
    readonly after: string | undefined
    readonly onError: (error: unknown) => void
  },
): Candidates<Summary> {
  const known = new Map<string, Summary>()
  /** Ids of the items before `after`, and of `after` itself. */
  const past = new Set<string>(options.after === undefined ? [] : [options.after])
  const due = new Set<string>()
  let older = 0
  let isRead = false
  let wake: () => void = () => undefined
  let reading = 0

  const put = (summary: Summary): void => {
    const id = subject.idOf(summary)
    if (past.has(id)) return
    known.set(id, summary)
    due.add(id)
    const [oldest] = known.keys()
    if (known.size > MAX_CANDIDATES && oldest !== undefined) {
      known.delete(oldest)
      due.delete(oldest)
      older += 1
    }
    wake()
  }

  /** Puts the existing items before those of events, whose state is newer. */
  const merge = (existing: Existing<Summary>): void => {
    const live = new Map(known)
    known.clear()
    due.clear()
    const start = existing.items.findIndex((item) => subject.idOf(item) === options.after)
    for (const item of existing.items.slice(0, start + 1)) past.add(subject.idOf(item))
    older = start < 0 ? existing.older : 0
    for (const item of existing.items.slice(start + 1)) put(live.get(subject.idOf(item)) ?? item)
    for (const [id, item] of live) if (!known.has(id)) put(item)
    isRead = true
    wake()
  }

  const read = (): void => {
    const turn = (reading += 1)
    subject.existing(options.expected).then((existing) => {
      if (turn === reading) merge(existing)
    }, options.onError)
  }
  const readAgain = (): void => {
    isRead = false
    known.clear()
    due.clear()
    read()
  }

  const stops = [
    client.onEvent((event: BenchEvent) => {
      if (event.type === 'bench.reset' || event.type === 'session.changed') {
        readAgain()
        return
      }
      const summary = subject.summaryOf(event)
      if (summary !== null) put(summary)
    }),
    client.onRestart(readAgain),
  ]
  read()

  return {
    async next() {
      for (;;) {
        // Wait for the list: only it shows which items came before `after`.
        for (const id of isRead ? due : []) {
          due.delete(id)
          const summary = known.get(id)
          if (summary !== undefined) return summary
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    get all() {
      return [...known.values()]
    },
    get older() {
      return older
    },
    stop() {
      reading += 1
      for (const stop of stops) stop()
    },
  }
}
