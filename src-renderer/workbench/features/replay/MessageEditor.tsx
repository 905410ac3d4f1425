import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { layOutJson } from '#lib/json/layout'
import type { CallbackDetail, CallbackSummary } from '#protocol/messages'
import type { MethodName } from '#protocol/methods'
import type { MessagePreview } from '#protocol/replay'
import { type CodeEditorHandle, LazyEditor, SideBySide } from '#window/editor/LazyEditor.tsx'
import { formatBytes } from '#window/lib/time'
import { useShown } from '#window/list/shown-rows'
import { callbackStateWord } from '#window/message-view/callback-words'
import { MerchantResponses } from '#window/message-view/Responses.tsx'
import { useCallbackDetail, useWholeAttempt } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { useInfo, useProjects } from '#window/state/info'
import { isRejected } from '#window/state/refusal'
import { useChosenAttempt } from '#window/state/session-memory'
import { announce, showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { useWanted, wantFocus } from '#window/ui/focus'
import { Notice } from '#window/ui/Notice.tsx'
import { Badge, callbackLook } from '#window/ui/StatusMark.tsx'
import { Changes } from './Changes'
import { EditBar, type EditPart, HeadersField } from './EditBar'
import {
  bodyOf,
  type DraftSource,
  editOf,
  freshDraft,
  inLayout,
  type MessageDraft,
  type MessageEdit,
  type Outgoing,
  useMessageDraft,
  useOutgoing,
  wholeEditOf,
} from './message-draft'
import { SendForm } from './SendForm'
import './replay.css'

type EditedMessage = DraftSource & Pick<MessagePreview, 'projectId' | 'sizeBytes'>

interface MessageEditorProps {
  readonly source: EditedMessage
  readonly draftId: string
  readonly sign?: Pick<MessageDraft, 'signing' | 'place'>
  /** Set if there is no original; the body is then always sent to Paybench. */
  readonly whole?: boolean
  readonly ask: (edit: MessageEdit) => Promise<MessagePreview>
  readonly send: (edit: MessageEdit) => Promise<CallbackSummary>
  readonly sendLabel: string
  readonly does: MethodName
  /** The original, whose responses are shown until something is sent from the pane. */
  readonly original?: CallbackDetail | undefined
  readonly tree?: (edited: boolean) => ReactNode
}

function useTargets(source: EditedMessage): readonly string[] {
  const projects = useProjects()
  const listeners = useInfo((state) => state.info?.listeners)
  const capture = listeners?.find(({ name }) => name === 'merchant')?.url
  const all = [
    source.target,
    ...projects.map(({ callbackUrl }) => callbackUrl),
    capture === undefined ? null : `${capture}/callbacks`,
  ]
  return [...new Set(all.filter((target): target is string => target !== null))]
}

export function MessageEditor(props: MessageEditorProps) {
  const { source, draftId, does, whole = false, original = null } = props
  const bench = useBench()
  const targets = useTargets(source)
  const pane = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditorHandle | null>(null)
  const drafting = useMessageDraft(draftId, freshDraft(source, props.sign))
  const { draft, sentId, edit } = drafting
  const toEdit = (written: MessageDraft): MessageEdit => (whole ? wholeEditOf : editOf)(written, source)
  const outgoing = useOutgoing(draftId, draft, (written) => props.ask(toEdit(written)))
  const [part, setPart] = useState<EditPart>('body')
  const [isSending, setSending] = useState(false)

  // A keyboard command may request the editor while another part is shown.
  const isWanted = useWanted(({ by }) => by === draftId)
  if (isWanted && part !== 'body') setPart('body')
  const focusIfWanted = (): void => {
    if (!isWanted || editor.current === null) return
    wantFocus(null)
    editor.current.focus()
  }
  useEffect(focusIfWanted)

  const send = (): void => {
    if (isSending || isRejected(bench, does)) return
    setSending(true)
    props
      .send(toEdit(draft))
      .then(({ id, target }) => {
        drafting.noteSent(draft, id)
        useShown.setState({ sentId: id })
        announce(`Sent to ${target ?? 'nowhere'}`)
      })
      .catch(showFailure)
      .finally(() => setSending(false))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    if (!event.repeat) send()
  }
  return (
    <div className="fill replay" ref={pane} tabIndex={-1} onKeyDown={onKeyDown}>
      <section className="column rp-edit" aria-label="Edit the message">
        <EditBar
          part={part}
          onPart={setPart}
          drafting={drafting}
          onLayout={(layout) => {
            const next = inLayout(draft, layout)
            editor.current?.setText(next.text)
            edit(next)
          }}
          onUndo={() => {
            // The editor is set first, because it reports the new text as if it had been typed.
            editor.current?.setText(drafting.other.text)
            drafting.undoOrRestore()
          }}
        />
        {draft.keepsBytes ? (
          <Notice
            className="msg-refusal"
            title={`The body is not UTF-8 text (${formatBytes(source.sizeBytes)}).`}
            action={
              <Button size="small" onClick={() => edit({ keepsBytes: false })}>
                Write a new body
              </Button>
            }
          >
            Its bytes are sent unchanged; you can change the target, the headers and the method.
          </Notice>
        ) : null}
        {part === 'body' ? (
          <LazyEditor
            ref={editor}
            label="Body"
            text={draft.text}
            readOnly={draft.keepsBytes}
            onChange={() => {
              const text = editor.current?.text() ?? draft.text
              if (text !== draft.text) edit({ text })
            }}
            onSubmit={send}
            onLeave={() => pane.current?.focus()}
            onReady={focusIfWanted}
          />
        ) : null}
        {part === 'headers' ? (
          <HeadersField
            headers={draft.headers}
            error={outgoing.error}
            onChange={(headers) => edit({ headers })}
          />
        ) : null}
        {part === 'compare' ? <BodyComparison source={source} draft={draft} outgoing={outgoing} /> : null}
      </section>
      <SendForm
        draft={draft}
        onChange={edit}
        outgoing={outgoing}
        projectId={source.projectId}
        targets={targets}
        sendLabel={props.sendLabel}
        does={does}
        onSend={send}
      >
        {props.tree?.(drafting.isKept)}
      </SendForm>
      <Changes source={source} outgoing={outgoing} />
      <section
        className={`column rp-ans ${sentId === null && original === null ? 'is-empty' : ''}`}
        aria-label="Merchant’s response"
      >
        {sentId !== null ? (
          <ResponsesToSent
            key={sentId}
            id={sentId}
            title={original === null ? 'Response to the message' : 'Response to the replay'}
          />
        ) : (
          <MessageResponses
            title={original === null ? 'Merchant’s response' : 'Responses to the original'}
            callback={original}
            error={original === null ? 'It appears here once the message is sent.' : null}
          />
        )}
      </section>
    </div>
  )
}

interface BodyComparisonProps {
  readonly source: DraftSource
  readonly draft: MessageDraft
  readonly outgoing: Outgoing
}

function BodyComparison({ source, draft, outgoing }: BodyComparisonProps) {
  const { preview, error, pending } = outgoing
  const written = useMemo(() => bodyOf(draft), [draft])
  // Without a preview: the draft, with its signature unchanged.
  const isKnown = error === null && !pending
  const after = (isKnown ? preview?.body : null) ?? written
  const before = source.body ?? ''
  const shown = useMemo(() => {
    const read = (text: string): string => (draft.layout === 'exact' ? text : (layOutJson(text) ?? text))
    return { before: read(before), after: read(after) }
  }, [before, after, draft.layout])
  if (source.body === null) {
    return <p className="pad note">The original is not text, so it cannot be compared line by line.</p>
  }
  return (
    <>
      {error === null ? null : (
        <p className="row note pad" role="status">
          This message cannot be sent yet, so the right side shows the draft with its signature unchanged.
        </p>
      )}
      <SideBySide before={shown.before} after={shown.after} />
    </>
  )
}

interface MessageResponsesProps {
  readonly title: string
  readonly callback: CallbackDetail | null
  readonly error: string | null
  readonly mark?: ReactNode
}

function MessageResponses({ title, callback: outline, error, mark }: MessageResponsesProps) {
  const [selected, select] = useChosenAttempt(outline)
  const { callback, reading } = useWholeAttempt(outline, selected)
  return (
    <>
      <div className="section-head">
        <h3 className="clip">{title}</h3>
        {callback === null ? null : <span className="note grow">{callback.attempts.length}</span>}
        {mark}
      </div>
      {error === null ? null : <p className="pad note">{error}</p>}
      {callback === null ? null : (
        <MerchantResponses callback={callback} reading={reading} selected={selected} onSelect={select} />
      )}
    </>
  )
}

function ResponsesToSent({ id, title }: { readonly id: string; readonly title: string }) {
  const { value, error } = useCallbackDetail(id)
  const now = useVirtualNow()
  const mark =
    value === null ? null : (
      <Badge look={callbackLook(value)} small>
        {callbackStateWord(value, now)}
      </Badge>
    )
  return <MessageResponses title={title} callback={value} error={error} mark={mark} />
}
