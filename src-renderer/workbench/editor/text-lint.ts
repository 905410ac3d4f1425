import { linter, lintGutter } from '@codemirror/lint'
import type { Extension, Text } from '@codemirror/state'

/** A mistake in a text; line and column count from 1. */
export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The text is checked once nothing was typed for this long. */
const IDLE_MS = 350

/** The place of a line and column, within the text. */
export function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
  return Math.min(from + Math.max(0, column - 1), to)
}

/** Marks the mistakes that `check` finds when the tester pauses, from their place to the end of the word. */
export const textLint = (check: (text: string) => Promise<readonly TextProblem[]>): Extension => [
  linter(
    async ({ state }) => {
      const problems = await check(state.doc.toString())
      return problems.map(({ line, column, message }) => {
        const from = offsetOf(state.doc, line, column)
        const rest = state.doc.lineAt(from)
        const word = /^[\w-]+/.exec(state.doc.sliceString(from, rest.to))?.[0].length ?? 1
        return { from, to: Math.min(from + word, rest.to), severity: 'error', message }
      })
    },
    { delay: IDLE_MS },
  ),
  lintGutter(),
]
