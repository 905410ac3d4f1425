import type { ArgsOf, ResponsePattern, ScenarioHead, Verb } from '#scenarios/vocabulary/scenario-shape'
import type { Path } from './problem'

interface StepOf<V extends Verb> {
  readonly verb: V
  readonly args: ArgsOf<V>
}

/** One step of a file. Variables in its texts are not replaced yet. */
export type Step = { readonly [V in Verb]: StepOf<V> }[Verb] & {
  readonly expect: ResponsePattern | null
  readonly note: string | null
  /** Where it begins in the file, from 1. */
  readonly line: number
  /** As it stands in the file. */
  readonly source: string
}

/** A scenario file without mistakes. */
export interface Scenario extends ScenarioHead {
  readonly steps: readonly Step[]
}

/** A step as it is written, also one with mistakes: what it names is known to the steps after it. */
export interface WrittenStep {
  readonly at: Path
  /** Null for a word that is no verb. */
  readonly verb: Verb | null
  readonly args: unknown
  readonly expect: unknown
  /** Null where its shape is wrong. */
  readonly step: Step | null
}
