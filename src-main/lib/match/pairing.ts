/** Pairs of places in two lists, and the places that have no counterpart. */
export interface Pairing {
  readonly pairs: readonly (readonly [left: number, right: number])[]
  readonly unpairedLeft: readonly number[]
  readonly unpairedRight: readonly number[]
}

/**
 * Pairs as many places of a list of `leftCount` items with places of one of `rightCount` as `fits` allows, each at most
 * once. Calls `fits` at most once for each pair of places.
 */
export function pairUp(
  leftCount: number,
  rightCount: number,
  fits: (left: number, right: number) => boolean,
): Pairing {
  const rights = Array.from({ length: rightCount }, (_, right) => right)
  const fitting = Array.from({ length: leftCount }, (_, left) => rights.filter((right) => fits(left, right)))
  const ownerOf = new Map<number, number>()
  /** Finds a place for `left`, moving others along where that frees one. */
  const settle = (left: number, tried: Set<number>): boolean =>
    (fitting[left] ?? []).some((right) => {
      if (tried.has(right)) return false
      tried.add(right)
      const owner = ownerOf.get(right)
      if (owner !== undefined && !settle(owner, tried)) return false
      ownerOf.set(right, left)
      return true
    })
  const unpairedLeft = fitting.flatMap((_, left) => (settle(left, new Set()) ? [] : [left]))
  return {
    pairs: [...ownerOf].map(([right, left]) => [left, right] as const).sort(([a], [b]) => a - b),
    unpairedLeft,
    unpairedRight: rights.filter((right) => !ownerOf.has(right)),
  }
}
