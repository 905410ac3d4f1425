import type { Diagnostic } from '@codemirror/lint'
import { locateValues } from '#lib/json/locate'
import { parseJson } from '#lib/json/parse'

/** Of so many repeated keys the copies are marked. */
const MAX_REPEATED = 20

/** Syntax errors of a JSON text, and warnings about what readers may misinterpret. */
export function jsonProblems(text: string): readonly Diagnostic[] {
  const json = parseJson(text)
  if (!json.ok) {
    const from = Math.min(json.offset ?? 0, text.length)
    const to = Math.min(from + 1, text.length)
    return [
      { from: from === to ? Math.max(0, from - 1) : from, to, severity: 'error', message: json.message },
    ]
  }
  return json.duplicateKeys.slice(0, MAX_REPEATED).flatMap((path) =>
    locateValues(text, [path.split('.')]).map(({ start, end }): Diagnostic => ({
      from: start,
      to: end,
      severity: 'warning',
      message: `The key ${path} appears more than once here. All of them are sent, but most parsers use the last one.`,
    })),
  )
}
