import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CallbackSummary } from '#protocol/messages'
import type { MethodName } from '#protocol/methods'
import type { MessagePreview } from '#protocol/replay'
import type { CodeEditorHandle } from '#window/editor/LazyEditor.tsx'
import { announce, showFailure } from '#window/state/toasts'
import { useBench } from '#window/state/bench'
import { isRejected } from '#window/state/refusal'
import type { DraftRepository } from './draft-repository'

import { editOf, LARGE_BODY, type MessageDraft, type MessageEdit, wholeEditOf } from './message-draft'
import { useEditorFocus } from './replay-commands'
import { BenchError } from '#protocol/connection'

import { errorText } from '#lib/error-text'

interface EditedMessage {
  readonly source: MessagePreview
  readonly draftId: string
  readonly draft: MessageDraft
  readonly repository: DraftRepository
  readonly whole?: boolean
  readonly ask: (edit: MessageEdit) => Promise<MessagePreview>
  readonly send: (edit: MessageEdit) => Promise<CallbackSummary>
  readonly does: MethodName
}

interface MessageEditing {
  readonly part: EditPart
  readonly showPart: (part: EditPart) => void
  readonly outgoing: Outgoing
  readonly busy: boolean
  /** The draft with the present text of the editor. */
  readonly current: () => MessageDraft
  /** Takes the present text of the editor into the draft. */
  readonly settle: () => MessageDraft
  readonly edit: (change: Partial<MessageDraft>) => void
  /** Runs a change of the draft and shows its text in the editor. */
  readonly rewrite: (change: () => void) => void
  readonly send: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The editing of one message: its draft, the text in the `editor`, the preview and sending. */
export function useMessageEditing(
  message: EditedMessage,
  editor: RefObject<CodeEditorHandle | null>,
): MessageEditing {
  const { source, draft, repository, whole = false } = message
  const bench = useBench()
  const [part, setPart] = useState<EditPart>('body')
  const [busy, setBusy] = useState(false)
  const toEdit = (written: MessageDraft): MessageEdit => (whole ? wholeEditOf : editOf)(written, source)
  const outgoing = useOutgoing(draft, (written) => message.ask(toEdit(written)))

  const current = (): MessageDraft => {
    const now = repository.now()
    if (editor.current === null || now.keepsBytes) return now
    const text = editor.current.text()
    return text === now.text ? now : { ...now, text }
  }
  const edit = (change: Partial<MessageDraft>): void => repository.change({ ...current(), ...change })
  const settle = (): MessageDraft => {
    const written = current()
    if (written !== repository.now()) repository.change(written)
    return written
  }
  const rewrite = (change: () => void): void => {
    settle()
    change()
    const { text } = repository.now()
    if (text !== editor.current?.text()) editor.current?.setText(text)
  }
  // The editor may be requested by key while another part is shown.
  const isWanted = useEditorFocus(({ wantedFor }) => wantedFor === message.draftId)
  if (isWanted && part !== 'body') setPart('body')
  const showPart = (next: EditPart): void => {
    settle()
    setPart(next)
  }
  const send = (): void => {
    if (busy || isRejected(bench, message.does)) return
    const written = settle()
    setBusy(true)
    message
      .send(toEdit(written))
      .then((summary) => {
        settle()
        repository.sent(written, summary.id)
        announce(`Sent to ${summary.target ?? 'nowhere'}`)
      })
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    if (!event.repeat) send()
  }
  return { part, showPart, outgoing, busy, current, settle, edit, rewrite, send, onKeyDown }
}

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
function useOutgoing(draft: MessageDraft, ask: (draft: MessageDraft) => Promise<MessagePreview>): Outgoing {
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
    return () => clearTimeout(timer)
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

export type EditPart = 'body' | 'headers' | 'compare'
