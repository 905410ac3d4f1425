import { seededNumbers } from '#lib/seeded-numbers'

/** A message that is to be sent again. `dueAt`: when it was due for the first time, epoch milliseconds, virtual. */
export interface ReplaySource {
  readonly id: string
  readonly dueAt: number
}

export interface ReplayOrder {
  /** `original`: the gaps between the messages are kept; `flat`: as fast as the receiver answers. */
  readonly pacing: 'original' | 'flat'
  readonly order: 'original' | 'shuffled'
  /** How often each message is sent. */
  readonly copies: number
  /** Decides the order of a shuffle: the same seed gives the same order. */
  readonly seed: number
}

/** One sending of a replay, in the order of the sendings. `copy` counts from 0. */
export interface PlannedReplay {
  readonly id: string
  readonly copy: number
  /** Milliseconds after the start of the replay, on the virtual clock. */
  readonly offsetMs: number
}

/**
 * Plans the sendings of a replay, oldest message first; copies follow their message at once. A shuffle keeps the times and
 * assigns messages and copies to them in a new order.
 */
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
  const inNewOrder = shuffled(sendings, seed)
  return sendings.map(({ offsetMs }, at) => ({ ...(inNewOrder[at] ?? { id: '', copy: 0 }), offsetMs }))
}

/** Fisher and Yates, from the last place to the first. */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
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
