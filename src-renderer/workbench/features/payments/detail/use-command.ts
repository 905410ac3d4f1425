import { useCallback, useState } from 'react'
import { announce } from '../../../state/announcements'

export interface Command {
  /** Why the last command was refused, with what to do. */
  readonly fault: string | null
  readonly busy: boolean
  /** Runs a command and announces `done` when it succeeded. */
  readonly run: (command: () => Promise<unknown>, done: string) => void
  readonly dismiss: () => void
}

/** Commands on a payment: one at a time, a refusal stays to be read. */
export function useCommand(): Command {
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run = useCallback((command: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setFault(null)
    command()
      .then(
        () => announce(done),
        (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => setBusy(false))
  }, [])
  const dismiss = useCallback(() => setFault(null), [])
  return { fault, busy, run, dismiss }
}
