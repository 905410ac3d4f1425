import { durationWords } from '#domain/fault/kind'
import { parseSpan } from '#window/lib/time'

/** Reads a typed time in milliseconds: 0 for an empty text, null for an unreadable one. A bare number means seconds. */
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
