import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'

/** Something that does not stop the form, but that the developer should know. `field` empty: the request as a whole. */
export interface OpeningWarning {
  readonly field: string
  readonly message: string
}

/**
 * Gathers warnings: the first {@link LIMITS.warnings}, the last of which counts the others. A message is only made for a
 * warning that is kept.
 */
export interface WarningList {
  add(field: string, message: (field: string) => string): void
  addAll(warnings: readonly OpeningWarning[]): void
  all(): readonly OpeningWarning[]
}

export function warningList(): WarningList {
  const kept: OpeningWarning[] = []
  let count = 0
  return {
    add(field, message) {
      count += 1
      if (kept.length >= LIMITS.warnings) return
      const name = quotedText(field)
      kept.push({ field: name, message: message(name) })
    },
    addAll(warnings) {
      count += warnings.length
      kept.push(...warnings.slice(0, LIMITS.warnings - kept.length))
    },
    all() {
      if (count === kept.length) return kept
      const first = kept.slice(0, LIMITS.warnings - 1)
      return [...first, { field: '', message: `There are ${String(count - first.length)} more warnings.` }]
    },
  }
}
