import type { Found } from './found'
import type { MistakeId, Stage } from './mistake'

/** Why a signature is what it is: one mistake, or two together. */
export interface Explanation {
  readonly mistakes: readonly {
    readonly id: MistakeId
    readonly stage: Stage
    readonly name: string
    readonly message: string
    readonly fix: string
  }[]
  /** What happened. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** The string that was signed, if this is what happened. */
  readonly text: string
  readonly lines: readonly string[]
  /** Where that string first differs from the reference's; null where they are the same. */
  readonly difference: Difference | null
  /** The signature that comes out: exactly the received one. */
  readonly signature: string
}

/** The first line that differs; `number` counts from 1, null means that there is no such line. */
export interface Difference {
  readonly number: number
  readonly ours: string | null
  readonly theirs: string | null
}

/** Explains a find. `reference`: the lines of the string to sign that the contract asks for. */
export const explanationOf = (
  { mistakes, text, lines, signature }: Found,
  reference: readonly string[],
): Explanation => ({
  mistakes: mistakes.map(({ id, stage, name, message, fix }) => ({ id, stage, name, message, fix })),
  message: sentences(mistakes.map(({ message }) => message)),
  fix: sentences([...new Set(mistakes.map(({ fix }) => fix))]),
  text,
  lines,
  difference: firstDifference(reference, lines, text),
  signature,
})

const sentences = (all: readonly string[]): string => all.join(' ')

const firstDifference = (
  reference: readonly string[],
  lines: readonly string[],
  text: string,
): Difference | null => {
  const ours = reference.join(';')
  if (ours === text) return null
  const at = Array.from({ length: Math.max(reference.length, lines.length) }, (_, index) => index).find(
    (index) => reference[index] !== lines[index],
  )
  if (at !== undefined) return { number: at + 1, ours: reference[at] ?? null, theirs: lines[at] ?? null }
  return joiningDifference(reference, text)
}

/** The difference of two strings with the same lines: it lies between them or behind the last one. */
const joiningDifference = (reference: readonly string[], text: string): Difference => {
  const [first = '', second = ''] = reference
  const last = reference.at(-1) ?? ''
  const between = reference.length < 2 ? ';' : text.slice(first.length, text.indexOf(second, first.length))
  return between === ';'
    ? { number: reference.length, ours: last, theirs: `${last};` }
    : { number: 1, ours: `${first};`, theirs: `${first}${between}` }
}
