import { useEffect, useRef, useState } from 'react'
import { BenchFault } from '../../../src-main/contract/fault'
import type { MessagePreview } from '../../../src-main/contract/replay'
import type { MessageEdit } from './message-draft'

export interface OutgoingFault {
  /** What is at fault: `body`, `target`, `headers.3`. */
  readonly field: string
  readonly message: string
}

/** What will be sent, or why it cannot be. */
export interface Outgoing {
  /** The last one that could be made. */
  readonly preview: MessagePreview | null
  readonly fault: OutgoingFault | null
  /** Another edit is being looked at. */
  readonly pending: boolean
}

const PAUSE_MS = 150
const PAUSE_OF_LARGE_MS = 1000
const LARGE = 262_144

export function faultFrom(error: unknown): OutgoingFault {
  const message = error instanceof Error ? error.message : String(error)
  const issue = error instanceof BenchFault ? error.issues[0] : undefined
  return issue ?? { field: '', message }
}

/** Asks the bench what an edit would send, when the tester pauses. Nothing is sent by it. */
export function useOutgoing(
  edit: MessageEdit,
  ask: (edit: MessageEdit) => Promise<MessagePreview>,
): Outgoing {
  const key = JSON.stringify(edit)
  const [state, setState] = useState<Omit<Outgoing, 'pending'> & { readonly key: string }>({
    key: '',
    preview: null,
    fault: null,
  })
  const latest = useRef({ edit, ask })
  useEffect(() => {
    latest.current = { edit, ask }
  })
  useEffect(() => {
    let current = true
    const wait = key.length > LARGE ? PAUSE_OF_LARGE_MS : PAUSE_MS
    const timer = setTimeout(() => {
      const asked = latest.current
      asked.ask(asked.edit).then(
        (preview) => {
          if (current) setState({ key, preview, fault: null })
        },
        (error: unknown) => {
          if (current) setState((before) => ({ key, preview: before.preview, fault: faultFrom(error) }))
        },
      )
    }, wait)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [key])
  const { preview, fault } = state
  return { preview, fault, pending: state.key !== key }
}
