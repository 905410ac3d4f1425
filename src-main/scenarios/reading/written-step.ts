import type { Verb } from '#scenarios/vocabulary/scenario-shape'
import type { Path } from './problem'
import type { Step } from './scenario'

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
