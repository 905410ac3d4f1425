import type { ArgsOf, ResponsePattern, ScenarioHead, Verb } from '#scenarios/vocabulary/scenario-shape'
import { LIMITS } from '#lib/limits/limit-table'

/** A step of a scenario; the variables in its texts are not replaced yet. */
export type Step = { readonly [V in Verb]: { readonly verb: V; readonly args: ArgsOf<V> } }[Verb] & {
  readonly expect: ResponsePattern | null
  readonly note: string | null
  readonly line: number
  readonly source: string
}

/** A scenario file without mistakes. */
export interface Scenario extends ScenarioHead {
  readonly steps: readonly Step[]
}

/** A step as written. One with mistakes is kept too, because later steps may use the names that it defines. */
export interface WrittenStep {
  readonly at: Path
  readonly verb: Verb | null
  readonly args: unknown
  readonly expect: unknown
  /** Null if its shape is wrong. */
  readonly step: Step | null
}

/** A mistake in a file: where it is, what is wrong, and what to do. Lines and columns count from 1. */
export interface Problem {
  readonly line: number
  readonly column: number
  /** `steps[2].sale.amount`; '' for the complete file. */
  readonly field: string
  /** One or two complete sentences: what is wrong, and what to do. */
  readonly message: string
}

export type Path = readonly (string | number)[]

/** A path as people write it: `steps[2].sale`. */
export function fieldText(path: Path): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
}

/** One line for a terminal, with a place that editors turn into a link: `file.yaml:3:5: …`. */
export function problemLine(file: string, { line, column, field, message }: Problem): string {
  return `${file}:${line}:${column}: ${field === '' ? '' : `${field}: `}${message}`
}

const NAME_LINE = /^name:[ \t]*(.{1,200})$/m

/** The name of a scenario whose file has mistakes, for a list; null if no line has it. */
export function nameInText(text: string): string | null {
  const written = NAME_LINE.exec(text)?.[1]?.trim() ?? ''
  const name = written.replace(/^(['"])(.*)\1$/, '$2')
  return name === '' ? null : name
}

/** A scenario is read by people: a longer file should be several scenarios. */
export const MAX_SCENARIO_CHARS = LIMITS.scenarioChars
/** A UTF-8 character has at most four bytes: a file with more bytes is always too long. */
export const MAX_SCENARIO_BYTES = 4 * MAX_SCENARIO_CHARS
export const MAX_SCENARIO_DEPTH = 40
/** Counted with aliases resolved: a few lines of aliases can expand to millions of values. */
export const MAX_SCENARIO_VALUES = 20_000
