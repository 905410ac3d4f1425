import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { CallbackDetail, CallbackSummary } from '../../../../src-main/protocol/messages'
import type { MethodName } from '../../../../src-main/protocol/methods'
import type { MessagePreview } from '../../../../src-main/protocol/replay'
import { layOutJson } from '../../../../src-main/lib/json/layout'
import { SideBySide } from '../../editor/LazyEditor'
import type { CodeEditorHandle } from '../../editor/LazyEditor'
import { announce } from '../../state/announcements'
import { useBench } from '../../state/bench'
import { useInfo, useProjects } from '../../state/info'
import { isRejected } from '../../state/refusal'
import { showFailure } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { formatBytes } from '../../lib/time'
import { Answers } from './Answers'
import { BodyEditor } from './BodyEditor'
import { Changes } from './Changes'
import { isEdited } from './draft-repository'
import type { DraftRepository, KeptDraft } from './draft-repository'
import { EditBar } from './EditBar'
import type { EditPart } from './EditBar'
import { HeadersEditor } from './HeadersEditor'
import { bodyOf, editOf, freshDraft, inLayout, sameDraft, wholeEditOf } from './message-draft'
import type { MessageDraft, MessageEdit } from './message-draft'
import { useEditorFocus } from './replay-commands'
import { SendForm } from './SendForm'
import { useDraft } from './use-draft'
import { useOutgoing } from './use-outgoing'
import type { Outgoing } from './use-outgoing'
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
  /** Its answers stand in the pane until something is sent from it. */
  readonly original?: CallbackDetail | undefined
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
  const [keeper, kept] = useDraft(draftId, fresh)
  if (kept.readFault !== null) {
    return (
      <div className="replay-fault">
        <Notice
          tone="red"
          live
          title="The saved draft of this message could not be read."
          action={
            <Button size="small" onClick={keeper.read}>
              Try again
            </Button>
          }
        >
          {kept.readFault}
        </Notice>
      </div>
    )
  }
  if (kept.draft === null) return <div className="replay" aria-busy="true" />
  return <Loaded {...props} keeper={keeper} kept={kept} draft={kept.draft} />
}

interface LoadedProps extends MessageEditorProps {
  readonly keeper: DraftRepository
  readonly kept: KeptDraft
  readonly draft: MessageDraft
}

function Loaded(props: LoadedProps) {
  const { source, keeper, kept, draft, whole = false } = props
  const bench = useBench()
  const pane = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditorHandle | null>(null)
  const [part, setPart] = useState<EditPart>('body')
  const [busy, setBusy] = useState(false)
  const targets = useTargets(source)
  const told = (written: MessageDraft): MessageEdit => (whole ? wholeEditOf : editOf)(written, source)
  const outgoing = useOutgoing(draft, (written) => props.ask(told(written)))
  const edited = isEdited(kept)

  /** The draft with what was typed a moment ago. */
  const current = (): MessageDraft => {
    const now = keeper.now()
    if (editor.current === null || now.keepsBytes) return now
    const text = editor.current.text()
    return text === now.text ? now : { ...now, text }
  }
  const edit = (change: Partial<MessageDraft>): void => keeper.change({ ...current(), ...change })
  /** Takes what was typed a moment ago into the draft. */
  const settle = (): MessageDraft => {
    const written = current()
    if (written !== keeper.now()) keeper.change(written)
    return written
  }
  /** Another text for the editor too. */
  const rewrite = (work: () => void): void => {
    settle()
    work()
    const { text } = keeper.now()
    if (text !== editor.current?.text()) editor.current?.setText(text)
  }
  // Who asks for the editor by key while another part is shown gets it.
  const isWanted = useEditorFocus(({ wantedFor }) => wantedFor === props.draftId)
  if (isWanted && part !== 'body') setPart('body')
  const showPart = (next: EditPart): void => {
    settle()
    setPart(next)
  }
  const send = (): void => {
    if (busy || isRejected(bench, props.does)) return
    const written = settle()
    setBusy(true)
    props
      .send(told(written))
      .then((summary) => {
        settle()
        keeper.sent(written, summary.id)
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
          onPart={showPart}
          draft={draft}
          onLayout={(layout) => rewrite(() => keeper.change(inLayout(keeper.now(), layout)))}
          edited={edited}
          kept={kept.saved === draft || (kept.saved !== null && sameDraft(kept.saved, draft))}
          saveFault={kept.saveFault}
          onSave={keeper.flush}
          onUndoAll={() => rewrite(keeper.undoAll)}
          onRedoAll={kept.undone === null ? null : () => rewrite(keeper.redoAll)}
        />
        {draft.keepsBytes ? (
          <div className="msg-refusal">
            <Notice
              title={`The body is not UTF-8 text: ${formatBytes(source.sizeBytes)} of other bytes.`}
              action={
                <Button size="small" onClick={() => edit({ keepsBytes: false })}>
                  Write a new body
                </Button>
              }
            >
              They are sent unchanged; you can change target, headers and method.
            </Notice>
          </div>
        ) : null}
        {part === 'body' ? (
          <BodyEditor
            ref={editor}
            draftId={props.draftId}
            draft={draft}
            onText={(text) => {
              if (text !== keeper.now().text) keeper.change({ ...keeper.now(), text })
            }}
            onSend={send}
            onLeave={() => pane.current?.focus()}
          />
        ) : null}
        {part === 'headers' ? (
          <HeadersEditor
            headers={draft.headers}
            fault={outgoing.fault}
            onChange={(headers) => edit({ headers })}
          />
        ) : null}
        {part === 'compare' ? <Compared source={source} draft={draft} outgoing={outgoing} /> : null}
      </section>
      <SendForm
        draft={draft}
        onChange={(next) => edit({ ...next, text: current().text })}
        outgoing={{ ...outgoing, check: () => outgoing.check(settle()) }}
        projectId={source.projectId}
        targets={targets}
        busy={busy}
        sendLabel={props.sendLabel}
        does={props.does}
        onSend={send}
      >
        {props.tree?.(edited)}
      </SendForm>
      <Changes source={source} outgoing={outgoing} />
      <Answers sentId={kept.sentId} original={props.original ?? null} />
    </div>
  )
}

function Compared(props: {
  readonly source: MessagePreview
  readonly draft: MessageDraft
  readonly outgoing: Outgoing
}) {
  const { source, draft, outgoing } = props
  const { preview, fault, pending } = outgoing
  const written = useMemo(() => bodyOf(draft), [draft])
  // Without a look at what will be sent: what is written, its signature as it stands there.
  const isKnown = fault === null && !pending
  const after = (isKnown ? preview?.body : null) ?? written
  const before = source.body ?? ''
  const shown = useMemo(() => {
    const read = (text: string): string => (draft.layout === 'exact' ? text : (layOutJson(text) ?? text))
    return { before: read(before), after: read(after) }
  }, [before, after, draft.layout])
  if (source.body === null) {
    return <p className="msg-empty">The original is not text, so it cannot be compared line by line.</p>
  }
  return (
    <>
      {fault === null ? null : (
        <p className="rp-hint" role="status">
          This message cannot be sent yet, so the right side shows the draft with its signature unchanged.
        </p>
      )}
      <SideBySide before={shown.before} after={shown.after} />
    </>
  )
}
