import { seededNumbers } from '#lib/seeded-numbers'

/** Repeatable random choices for generated cases. */
export interface RandomSource {
  /** From 0 up to, not including, `below`. */
  readonly below: (below: number) => number
  readonly oneOf: <T>(choices: readonly T[]) => T
  /** True once in so many. */
  readonly once: (inSoMany: number) => boolean
}

/** The same choices for the same seed, on every machine. */
export const randomFrom = (seed: number): RandomSource => {
  const next = seededNumbers(seed)
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
