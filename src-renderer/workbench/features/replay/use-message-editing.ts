import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { CallbackSummary } from '#protocol/messages'
import type { MethodName } from '#protocol/methods'
import type { MessagePreview } from '#protocol/replay'
import type { CodeEditorHandle } from '#window/editor/LazyEditor.tsx'
import { announce } from '#window/state/announcements'
import { useBench } from '#window/state/bench'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'
import type { DraftRepository } from './draft-repository'
import type { EditPart } from './EditBar'
import { editOf, type MessageDraft, type MessageEdit, wholeEditOf } from './message-draft'
import { useEditorFocus } from './replay-commands'
import { type Outgoing, useOutgoing } from './use-outgoing'

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

export interface MessageEditing {
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
