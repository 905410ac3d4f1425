import { useState } from 'react'
import type { ErrorIssue } from '../../../src-main/protocol/shapes'
import { BenchError } from '../../../src-main/protocol/bench-error'

/** Why the bench refused a submission: in one sentence, and by field where it names one. */
export interface Refusal {
  readonly message: string
  readonly issues: readonly ErrorIssue[]
}

export interface Submit {
  readonly busy: boolean
  readonly refusal: Refusal | null
  /** Runs the call; `after` runs only when it succeeded. Ignored while another one runs. */
  readonly submit: <Value>(call: () => Promise<Value>, after: (value: Value) => void) => void
  readonly clear: () => void
  /** These fields were changed, so their issues are dropped. */
  readonly forget: (fields: readonly string[]) => void
}

/** The sending part of a dialog. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    busy,
    refusal,
    clear: () => setRefusal(null),
    forget: (fields) => setRefusal((before) => withoutFields(before, fields)),
    submit: (call, after) => {
      if (busy) return
      setBusy(true)
      setRefusal(null)
      call().then(
        (value) => {
          setBusy(false)
          after(value)
        },
        (error: unknown) => {
          setBusy(false)
          setRefusal(
            error instanceof BenchError
              ? { message: error.message, issues: error.issues }
              : { message: error instanceof Error ? error.message : String(error), issues: [] },
          )
        },
      )
    },
  }
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
