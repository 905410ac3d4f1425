import { useState } from 'react'
import type { ErrorIssue } from '../../../src-main/contract/shapes'
import { BenchFault } from '../../../src-main/contract/fault'

/** What the bench said against a submission: in one sentence, and by field where it knows one. */
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
}

/** The sending part of a dialog. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    busy,
    refusal,
    clear: () => setRefusal(null),
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
            error instanceof BenchFault
              ? { message: error.message, issues: error.issues }
              : { message: error instanceof Error ? error.message : String(error), issues: [] },
          )
        },
      )
    },
  }
}

/** What was said against one field. */
export function issueOf(refusal: Refusal | null, field: string): string | null {
  return refusal?.issues.find((issue) => issue.field === field)?.message ?? null
}
