import type { Found } from './search'
import type { Mistake } from './mistake'
import { REFERENCE } from './recipe'

/** Why a signature is what it is: one mistake, or several together. */
export interface Explanation {
  readonly mistakes: readonly Pick<Mistake, 'id' | 'stage' | 'name' | 'message' | 'fix' | 'topics'>[]
  /** What happened. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** The string that was signed, if this is what happened. */
  readonly text: string
  readonly lines: readonly string[]
  /** Where that string first differs from the reference's; null where they are the same. */
  readonly difference: Difference | null
}

/** The first line that differs; `number` counts from 1, null means that there is no such line. */
interface Difference {
  readonly number: number
  readonly ours: string | null
  readonly theirs: string | null
}

/** Explains a find. */
export const explanationOf = ({ mistakes, texts, recipe, text }: Found): Explanation => {
  const lines = texts.linesOf(recipe)
  return {
    mistakes: mistakes.map(({ id, stage, name, message, fix, topics }) => ({
      id,
      stage,
      name,
      message,
      fix,
      topics,
    })),
    message: mistakes.map(({ message }) => message).join(' '),
    fix: [...new Set(mistakes.map(({ fix }) => fix))].join(' '),
    text,
    lines,
    difference: firstDifference(texts.linesOf(REFERENCE), lines, text),
  }
}

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
