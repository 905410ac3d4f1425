/** A JSON object by its members. */
export type Members = Readonly<Record<string, unknown>>

/** A JSON object, not an array and not null. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
