import { linter, lintGutter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { jsonProblems } from './json-problems'

/** Longer texts are not checked while they are typed; the bench checks them before they are sent. */
const MAX_LINTED = 524_288
/** The text is checked once nothing was typed for this long. */
const IDLE_MS = 350

/** Marks the problems in the text when the tester pauses. */
export const jsonLint: Extension = [
  linter(({ state }) => (state.doc.length > MAX_LINTED ? [] : [...jsonProblems(state.doc.toString())]), {
    delay: IDLE_MS,
  }),
  lintGutter(),
]
