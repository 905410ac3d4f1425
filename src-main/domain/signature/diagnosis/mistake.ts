import type { Change } from './recipe'

/** The parts of signing code that may have to be rewritten, in the order in which a program needs them. */
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

/** At which step from the data to the received text a mistake happens. */
export type Stage =
  'data' | 'values' | 'lines' | 'order' | 'joining' | 'bytes' | 'key' | 'digest' | 'encoding' | 'transport'

/** A mistake as its family lists it (contract 2.5, 2.8). */
export interface MistakeRow {
  readonly id: string
  /** A few words, for lists. */
  readonly name: string
  /** What happened, in a sentence. */
  readonly message: string
  /** What to do, in a sentence. */
  readonly fix: string
  /** The parts of the code that correct it, where they are not those of the family; none: no code helps. */
  readonly topics?: readonly Topic[]
  /** How it changes the reference's recipe; the likeliest variant first. Absent: it shows in the received text. */
  readonly changes?: readonly Change[]
  /** How many mistakes, itself included, it is looked for with at most; absent: {@link MAX_TOGETHER}. */
  readonly together?: 1 | 2
}

/** A mistake that the finder knows. */
export interface Mistake extends MistakeRow {
  readonly stage: Stage
  readonly topics: readonly Topic[]
}

/** More mistakes at once are not looked for. */
export const MAX_TOGETHER = 3

/** The mistakes of one stage. `topics`: the parts of the code that correct most of them. */
export const family = <Kind extends MistakeRow>(
  stage: Stage,
  topics: readonly Topic[],
  rows: readonly Kind[],
): readonly (Kind & Mistake)[] => rows.map((row) => ({ topics, ...row, stage }))
