/** Repeatable chance for generated cases. */
export interface RandomSource {
  /** From 0 up to, not including, `below`. */
  readonly below: (below: number) => number
  readonly oneOf: <T>(choices: readonly T[]) => T
  /** True once in so many. */
  readonly once: (inSoMany: number) => boolean
}

/** The generator known as mulberry32: the same numbers for the same seed, on every machine. */
export const randomFrom = (seed: number): RandomSource => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    once: (inSoMany) => below(inSoMany) === 0,
    oneOf: (choices) => {
      const chosen = choices[below(choices.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
  }
}
