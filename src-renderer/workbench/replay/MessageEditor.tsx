import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { CallbackSummary } from '../../../src-main/contract/messages'
import type { MethodName } from '../../../src-main/contract/methods'
import type { MessagePreview } from '../../../src-main/contract/replay'
import { layOutJson } from '../../../src-main/core/json/layout'
import { SideBySide } from '../editor/LazyEditor'
import type { CodeEditorHandle } from '../editor/LazyEditor'
import { announce } from '../state/announcements'
import { useBench } from '../state/bench'
import { useInfo, useProjects } from '../state/info'
import { isTurnedAway } from '../state/refusal'
import { showFailure } from '../state/toasts'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'
import { formatBytes } from '../ui/time'
import { Answers } from './Answers'
import { BodyEditor } from './BodyEditor'
import { Changes } from './Changes'
import { EditBar } from './EditBar'
import type { EditPart } from './EditBar'
import { HeadersEditor } from './HeadersEditor'
import { bodyOf, editOf, freshDraft, sameDraft, wholeEditOf } from './message-draft'
import type { MessageDraft, MessageEdit } from './message-draft'
import { SendForm } from './SendForm'
import { useDraft } from './use-draft'
import { useOutgoing } from './use-outgoing'
import './replay.css'

interface MessageEditorProps {
  /** What is edited: the original, or a filled template. It never changes. */
  readonly source: MessagePreview
  /** Under which the draft is kept. */
  readonly draftId: string
  readonly sign?: Pick<MessageDraft, 'signing' | 'place'>
  /** There is no original: every part is told to the bench. */
  readonly whole?: boolean
  readonly ask: (edit: MessageEdit) => Promise<MessagePreview>
  readonly send: (edit: MessageEdit) => Promise<CallbackSummary>
  readonly sendLabel: string
  /** What sending calls. */
  readonly does: MethodName
  /** Whose answers stand in the pane until something is sent from it. */
  readonly answersOf: string | null
  readonly top?: ReactNode
  readonly tree?: (edited: boolean) => ReactNode
}

/** Addresses that a message is likely to go to. */
function useTargets(source: MessagePreview): readonly string[] {
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

/** Body, headers, target, signature, what changes and the answer: a message written and sent in one pane. */
export function MessageEditor(props: MessageEditorProps) {
  const { source, draftId, sign } = props
  const [fresh] = useState(() => freshDraft(source, sign))
  const { draft, edited, kept, change, sent } = useDraft(draftId, fresh)
  if (draft === null) return <div className="replay" aria-busy="true" />
  return (
    <Loaded {...props} fresh={fresh} draft={draft} edited={edited} kept={kept} change={change} sent={sent} />
  )
}

interface LoadedProps extends MessageEditorProps {
  readonly fresh: MessageDraft
  readonly draft: MessageDraft
  readonly edited: boolean
  readonly kept: boolean
  readonly change: (draft: MessageDraft) => void
  readonly sent: () => void
}

function Loaded(props: LoadedProps) {
  const { source, fresh, draft, edited, kept, change, whole = false } = props
  const bench = useBench()
  const pane = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditorHandle | null>(null)
  const [part, setPart] = useState<EditPart>('body')
  const [sentId, setSentId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const targets = useTargets(source)
  const told = (written: MessageDraft): MessageEdit => (whole ? wholeEditOf : editOf)(written, source)
  const outgoing = useOutgoing(draft, (written) => props.ask(told(written)))

  /** The draft with what was typed a moment ago. */
  const current = (): MessageDraft => {
    if (editor.current === null || draft.keepsBytes) return draft
    const text = editor.current.text()
    return text === draft.text ? draft : { ...draft, text }
  }
  const rewrite = (next: MessageDraft): void => {
    if (next.text !== editor.current?.text()) editor.current?.setText(next.text)
    change(next)
  }
  const send = (): void => {
    if (busy || isTurnedAway(bench, props.does)) return
    const written = current()
    if (!sameDraft(written, draft)) change(written)
    setBusy(true)
    props
      .send(told(written))
      .then((summary) => {
        setSentId(summary.id)
        props.sent()
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

  return (
    <div className="replay" ref={pane} tabIndex={-1} onKeyDown={onKeyDown}>
      <section className="rp-edit" aria-label="Edit the message">
        <EditBar
          part={part}
          onPart={(next) => {
            const written = current()
            if (!sameDraft(written, draft)) change(written)
            setPart(next)
          }}
          draft={draft}
          onRewrite={(next) => rewrite(next)}
          edited={edited}
          kept={kept}
          onUndoAll={() => rewrite(fresh)}
        />
        {draft.keepsBytes ? (
          <div className="msg-refusal">
            <Notice
              title={`The body is no UTF-8 text: ${formatBytes(source.sizeBytes)} of other bytes.`}
              action={
                <Button size="small" onClick={() => change({ ...draft, keepsBytes: false })}>
                  Write another body
                </Button>
              }
            >
              They go out exactly as they are; target, headers and method can be changed.
            </Notice>
          </div>
        ) : null}
        {part === 'body' ? (
          <BodyEditor
            ref={editor}
            draft={draft}
            onText={(text) => change({ ...draft, text })}
            onSend={send}
            onLeave={() => pane.current?.focus()}
          />
        ) : null}
        {part === 'headers' ? (
          <HeadersEditor
            headers={draft.headers}
            fault={outgoing.fault}
            onChange={(headers) => change({ ...draft, headers })}
          />
        ) : null}
        {part === 'compare' ? (
          <Compared
            source={source}
            draft={draft}
            after={outgoing.pending ? undefined : outgoing.preview?.body}
          />
        ) : null}
      </section>
      <SendForm
        draft={draft}
        onChange={(next) => change({ ...next, text: current().text })}
        outgoing={outgoing}
        projectId={source.projectId}
        targets={targets}
        busy={busy}
        sendLabel={props.sendLabel}
        does={props.does}
        onSend={send}
        top={props.top}
      >
        {props.tree?.(edited)}
      </SendForm>
      <Changes
        source={source}
        preview={outgoing.fault === null ? outgoing.preview : null}
        waits={outgoing.onRequest && outgoing.pending}
      />
      <Answers id={sentId ?? props.answersOf} isReplay={sentId !== null} />
    </div>
  )
}

function Compared(props: {
  readonly source: MessagePreview
  readonly draft: MessageDraft
  readonly after: string | null | undefined
}) {
  const { source, draft } = props
  const written = useMemo(() => bodyOf(draft), [draft])
  // Without a look at what will be sent: what is written, its signature as it stands there.
  const after = props.after ?? written
  const before = source.body ?? ''
  const shown = useMemo(() => {
    const read = (text: string): string => (draft.layout === 'exact' ? text : (layOutJson(text) ?? text))
    return { before: read(before), after: read(after) }
  }, [before, after, draft.layout])
  if (source.body === null) {
    return <p className="msg-empty">The original is no text, so there is nothing to compare line by line.</p>
  }
  return <SideBySide before={shown.before} after={shown.after} />
}
