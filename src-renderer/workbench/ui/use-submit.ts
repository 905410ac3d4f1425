import { useState } from 'react'
import { BenchError } from '#protocol/connection'
import { type Refusal, withoutFields } from './submit-refusal'
import { errorText } from '#lib/error-text'

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
              : { message: errorText(error), issues: [] },
          )
        },
      )
    },
  }
}
