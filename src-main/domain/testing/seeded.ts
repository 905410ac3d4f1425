import { seededNumbers } from '#lib/seeded-numbers'

/** Repeatable random choices: a seed gives the same choices on every machine. */
export interface SeededRandom {
  readonly seed: number
  /** An integer from 0 up to but excluding `limit`. */
  below(limit: number): number
  /** True in one of `calls` calls on average. */
  once(calls: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** At least 1, and below `most` if possible; each range from one power of two to the next is equally likely. */
  spread(most: number): number
}

export function seededRandom(seed: number): SeededRandom {
  const next = seededNumbers(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    seed,
    below,
    once: (calls) => below(calls) === 0,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    spread: (most) => Math.max(1, Math.floor(2 ** (next() * Math.log2(Math.max(2, most) + 1)) - 1)),
  }
}
