import type { BenchEvent } from '../../protocol/events'
import type { Existing, Subject, WatchedClient } from './subject'

/** So many are compared when nothing matched; the oldest are forgotten first. */
const MAX_CANDIDATES = 2000

/** Everything that could be what is waited for, in the order in which it came, kept up to date by live events. */
export interface Candidates<Summary> {
  /** Takes the next one that is new or has changed; waits until there is one. */
  next(): Promise<Summary>
  readonly all: readonly Summary[]
  /** How many were there before and were not looked at. */
  readonly older: number
  stop(): void
}

/**
 * Listens first and then reads what exists, so that nothing is missed in between. Where the bench was emptied, another
 * session was opened or events were lost, everything is read again.
 * @param after only what came after the candidate of this id counts
 * @param onError takes the error of a list that could not be read
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
  /** Ids of what came before `after`, and of `after` itself. */
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

  /** Puts what existed before what events have brought since; these are newer. */
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
        // Only the list shows what came before `after`.
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
