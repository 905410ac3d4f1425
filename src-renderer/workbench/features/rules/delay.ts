import { durationWords } from '#domain/fault/kind'
import { parseSpan } from '#window/lib/time'

/** Whole milliseconds of a time as typed in a rule; a bare number means seconds. 0 if empty, null if it is not a time. */
export function readDelay(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? Math.round(Number(trimmed) * 1000) : parseSpan(trimmed)
}

/** The time as a tester would type it; empty for 0. */
export function delayText(ms: number): string {
  if (ms === 0) return ''
  return ms > 1000 && ms < 60_000 ? `${String(ms / 1000)} s` : durationWords(ms)
}
