import type { ErrorIssue } from '#protocol/shapes'

/** Why the bench refused a submission: in one sentence, and by field where it names one. */
export interface Refusal {
  readonly message: string
  readonly issues: readonly ErrorIssue[]
}

/** The refusal without the issues of these fields; null where no other issue is left. */
export function withoutFields(refusal: Refusal | null, fields: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const issues = refusal.issues.filter(({ field }) => !fields.includes(field))
  if (issues.length === refusal.issues.length) return refusal
  return issues.length === 0 ? null : { message: issues.map(({ message }) => message).join(' '), issues }
}

/** The issue of one field. */
export function issueOf(refusal: Refusal | null, field: string): string | null {
  return refusal?.issues.find((issue) => issue.field === field)?.message ?? null
}
