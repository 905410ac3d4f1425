import { useCallback, useState } from 'react'
import { announce } from '#window/state/announcements'
import { errorText } from '#lib/error-text'

export interface CommandRun {
  /** Why the last command was refused, with what to do. */
  readonly error: string | null
  readonly busy: boolean
  /** Runs a command and announces `done` when it succeeded. */
  readonly run: (command: () => Promise<unknown>, done: string) => void
  readonly dismiss: () => void
}

/** Commands on a payment: one at a time, a refusal stays to be read. */
export function useCommand(): CommandRun {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = useCallback((command: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setError(null)
    command()
      .then(
        () => announce(done),
        (error: unknown) => setError(errorText(error)),
      )
      .finally(() => setBusy(false))
  }, [])
  const dismiss = useCallback(() => setError(null), [])
  return { error, busy, run, dismiss }
}
