import { useCallback, useEffect, useRef, useState } from 'react'
import { BenchError } from '#protocol/connection'
import type { MessagePreview } from '#protocol/replay'
import type { Outlook } from './changes-view'
import { LARGE_BODY, type MessageDraft } from './message-draft'
import { errorText } from '#lib/error-text'

export interface OutgoingError {
  /** The part with the error: `body`, `target`, `headers.3`. */
  readonly field: string
  readonly message: string
}

/** What will be sent, or why it cannot be. */
export interface Outgoing {
  /** The last one that could be made. */
  readonly preview: MessagePreview | null
  readonly error: OutgoingError | null
  /** The preview belongs to an earlier draft. */
  readonly pending: boolean
  /** The body is large: it is checked when {@link check} is called. */
  readonly onRequest: boolean
  /** Checks now: `written`, where the draft was edited since. */
  readonly check: (written?: MessageDraft) => void
}

/** What is known of the body that will be sent; the last preview counts until the next check. */
export function outlookOf({ preview, error, pending, onRequest }: Omit<Outgoing, 'check'>): Outlook {
  if (onRequest && pending) return { kind: 'onRequest' }
  if (error !== null) return { kind: 'error' }
  return preview === null ? { kind: 'looking' } : { kind: 'known', body: preview.body }
}

const PAUSE_MS = 150

function errorFrom(error: unknown): OutgoingError {
  const message = errorText(error)
  const issue = error instanceof BenchError ? error.issues[0] : undefined
  return issue ?? { field: '', message }
}

interface Looked {
  readonly draft: MessageDraft | null
  readonly preview: MessagePreview | null
  readonly error: OutgoingError | null
}

/** Asks the bench what a draft would send, when the tester pauses. This sends nothing. */
export function useOutgoing(
  draft: MessageDraft,
  ask: (draft: MessageDraft) => Promise<MessagePreview>,
): Outgoing {
  const [looked, setLooked] = useState<Looked>({ draft: null, preview: null, error: null })
  const newest = useRef(0)
  const latest = useRef({ draft, ask })
  useEffect(() => {
    latest.current = { draft, ask }
  })
  const check = useCallback((written?: MessageDraft) => {
    const turn = ++newest.current
    const asked = written ?? latest.current.draft
    latest.current.ask(asked).then(
      (preview) => {
        if (turn === newest.current) setLooked({ draft: asked, preview, error: null })
      },
      (error: unknown) => {
        if (turn !== newest.current) return
        setLooked((before) => ({ draft: asked, preview: before.preview, error: errorFrom(error) }))
      },
    )
  }, [])
  const onRequest = draft.text.length > LARGE_BODY
  useEffect(() => {
    if (onRequest) return
    const timer = setTimeout(() => check(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, onRequest, check])
  useEffect(
    () => () => {
      newest.current += 1
    },
    [],
  )
  const { preview, error } = looked
  return { preview, error, pending: looked.draft !== draft, onRequest, check }
}
