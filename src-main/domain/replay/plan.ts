import { seededNumbers } from '#lib/seeded-numbers'

/** `dueAt`: when the message was due for the first time, in virtual epoch milliseconds. */
export interface ReplaySource {
  readonly id: string
  readonly dueAt: number
}

export interface ReplayOrder {
  /** `original`: keeps the gaps between messages; `flat`: as fast as the receiver responds. */
  readonly pacing: 'original' | 'flat'
  readonly order: 'original' | 'shuffled'
  readonly copies: number
  /** The same seed gives the same shuffle. */
  readonly seed: number
}

/** One message to send. `copy` starts at 0. */
export interface PlannedReplay {
  readonly id: string
  readonly copy: number
  /** Milliseconds after the start of the replay, on the virtual clock. */
  readonly offsetMs: number
}

/** The messages to send, oldest first, each followed by its copies. A shuffle permutes messages, not times. */
export function planReplay(
  sources: readonly ReplaySource[],
  { pacing, order, copies, seed }: ReplayOrder,
): readonly PlannedReplay[] {
  const inOrder = sources.toSorted((one, other) => one.dueAt - other.dueAt)
  const start = inOrder[0]?.dueAt ?? 0
  const sendings = inOrder.flatMap(({ id, dueAt }) =>
    Array.from({ length: copies }, (_, copy) => ({
      id,
      copy,
      offsetMs: pacing === 'flat' ? 0 : dueAt - start,
    })),
  )
  if (order === 'original') return sendings
  const inNewOrder = shuffle(sendings, seed)
  return sendings.map(({ offsetMs }, at) => ({ ...(inNewOrder[at] ?? { id: '', copy: 0 }), offsetMs }))
}

function shuffle<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const next = seededNumbers(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1))
    const [one, two] = [order[last], order[other]]
    if (one === undefined || two === undefined) continue
    order[last] = two
    order[other] = one
  }
  return order
}
