import type { Change } from '#domain/signature/recipe'

/** Parts of signing code, in the order in which a program needs them. */
export const TOPICS = [
  'formKeys',
  'values',
  'lines',
  'order',
  'joining',
  'secret',
  'digest',
  'signLast',
  'sending',
] as const
export type Topic = (typeof TOPICS)[number]

/** The step in which a mistake is made, from the data to the received signature. */
export type Stage =
  'data' | 'values' | 'lines' | 'order' | 'joining' | 'bytes' | 'key' | 'digest' | 'encoding' | 'transport'

/** A mistake as a row of its family (contract 2.5, 2.8). */
export interface MistakeRow {
  readonly id: string
  readonly name: string
  readonly message: string
  readonly fix: string
  /** The parts of the code that correct the mistake; default: those of the family. Empty if no code helps. */
  readonly topics?: readonly Topic[]
  /** Variants of the changed recipe, the likeliest first; absent if the received signature shows the mistake. */
  readonly changes?: readonly Change[]
  /** Maximum number of mistakes in a combination with this one; default: {@link MAX_TOGETHER}. */
  readonly together?: 1 | 2
}

export interface Mistake extends MistakeRow {
  readonly stage: Stage
  readonly topics: readonly Topic[]
}

export const MAX_TOGETHER = 3

/** The mistakes of one stage. `topics`: the parts of the code that correct most of them. */
export const family = <Kind extends MistakeRow>(
  stage: Stage,
  topics: Topic | readonly Topic[] | null,
  rows: readonly Kind[],
): readonly (Kind & Mistake)[] => rows.map((row) => ({ topics: [topics ?? []].flat(), ...row, stage }))
