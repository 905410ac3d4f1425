import type { ArgsOf, ResponsePattern, ScenarioHead, Verb } from '#scenarios/vocabulary/scenario-shape'

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
