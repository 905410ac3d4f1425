import type { ArgsOf, ResponsePattern, ScenarioHead, Verb } from '../vocabulary/scenario-shape'

interface StepOf<V extends Verb> {
  readonly verb: V
  readonly args: ArgsOf<V>
}

/** One step. Texts still have their variables. */
export type Step = { readonly [V in Verb]: StepOf<V> }[Verb] & {
  readonly expect: ResponsePattern | null
  readonly note: string | null
  /** Where it begins in the file, from 1. */
  readonly line: number
  /** As it stands in the file. */
  readonly source: string
}

/** A file that may run. */
export interface Scenario extends ScenarioHead {
  readonly steps: readonly Step[]
}
