import { FailedNotice, Notice } from '#window/ui/Notice.tsx'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MethodName } from '#protocol/methods'
import type { MessagePreview } from '#protocol/replay'
import { type CodeEditorHandle, JsonEditor, SideBySide } from '#window/editor/LazyEditor.tsx'
import { useInfo, useProjects } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { formatBytes } from '#window/lib/time'

import { Changes } from './Changes'
import { type DraftRepository, isEdited, type KeptDraft, useDraft } from './draft-repository'
import { EditBar, HeadersEditor } from './EditBar'
import { bodyOf, freshDraft, inLayout, type MessageDraft, type MessageEdit, sameDraft } from './message-draft'
import { SendForm } from './SendForm'
import { type Outgoing, useMessageEditing } from './use-message-editing'
import './replay.css'
import { layOutJson } from '#lib/json/layout'
import { takeEditorFocus, useEditorFocus } from './replay-commands'
import type { CallbackDetail, CallbackSummary } from '#protocol/messages'
import { MerchantResponses } from '#window/message-view/Responses.tsx'
import { callbackStateWord } from '#window/message-view/callback-words'
import { useChosenAttempt } from '#window/state/session-memory'
import { useCallbackDetail, useWholeAttempt } from '#window/message-view/use-message'
import { useVirtualNow } from '#window/state/clock'
import { Badge, callbackLook } from '#window/ui/StatusMark.tsx'

interface MessageEditorProps {
  /** The original, or a filled template. It never changes. */
  readonly source: MessagePreview
  /** The id that the draft is stored under. */
  readonly draftId: string
  readonly sign?: Pick<MessageDraft, 'signing' | 'place'>
  /** There is no original: the bench gets every part. */
  readonly whole?: boolean
  readonly ask: (edit: MessageEdit) => Promise<MessagePreview>
  readonly send: (edit: MessageEdit) => Promise<CallbackSummary>
  readonly sendLabel: string
  /** The method that sending calls. */
  readonly does: MethodName
  /** Its answers are shown until something is sent from the pane. */
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
  const [repository, kept] = useDraft(draftId, fresh)
  if (kept.readError !== null) return <ReadFailure reason={kept.readError} onRetry={repository.read} />
  if (kept.draft === null) return <div className="replay" aria-busy="true" />
  return <LoadedEditor {...props} repository={repository} kept={kept} draft={kept.draft} />
}

interface LoadedEditorProps extends MessageEditorProps {
  readonly repository: DraftRepository
  readonly kept: KeptDraft
  readonly draft: MessageDraft
}

function LoadedEditor(props: LoadedEditorProps) {
  const { source, repository, kept, draft } = props
  const targets = useTargets(source)
  const pane = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditorHandle | null>(null)
  const editing = useMessageEditing(props, editor)
  const { part, outgoing, edit, rewrite } = editing
  const edited = isEdited(kept)
  return (
    <div className="replay" ref={pane} tabIndex={-1} onKeyDown={editing.onKeyDown}>
      <section className="column rp-edit" aria-label="Edit the message">
        <EditBar
          part={part}
          onPart={editing.showPart}
          draft={draft}
          onLayout={(layout) => rewrite(() => repository.change(inLayout(repository.now(), layout)))}
          edited={edited}
          kept={kept.saved === draft || (kept.saved !== null && sameDraft(kept.saved, draft))}
          saveError={kept.saveError}
          onSave={repository.flush}
          onUndoAll={() => rewrite(repository.undoAll)}
          onRedoAll={kept.undone === null ? null : () => rewrite(repository.redoAll)}
        />
        {draft.keepsBytes ? (
          <BinaryBodyNotice sizeBytes={source.sizeBytes} onReplace={() => edit({ keepsBytes: false })} />
        ) : null}
        {part === 'body' ? (
          <BodyEditor
            ref={editor}
            draftId={props.draftId}
            draft={draft}
            onText={(text) => {
              if (text !== repository.now().text) repository.change({ ...repository.now(), text })
            }}
            onSend={editing.send}
            onLeave={() => pane.current?.focus()}
          />
        ) : null}
        {part === 'headers' ? (
          <HeadersEditor
            headers={draft.headers}
            error={outgoing.error}
            onChange={(headers) => edit({ headers })}
          />
        ) : null}
        {part === 'compare' ? <BodyComparison source={source} draft={draft} outgoing={outgoing} /> : null}
      </section>
      <SendForm
        draft={draft}
        onChange={(next) => edit({ ...next, text: editing.current().text })}
        outgoing={{ ...outgoing, check: () => outgoing.check(editing.settle()) }}
        projectId={source.projectId}
        targets={targets}
        busy={editing.busy}
        sendLabel={props.sendLabel}
        does={props.does}
        onSend={editing.send}
      >
        {props.tree?.(edited)}
      </SendForm>
      <Changes source={source} outgoing={outgoing} />
      <MessageResponses sentId={kept.sentId} original={props.original ?? null} />
    </div>
  )
}

function ReadFailure({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div className="band">
      <FailedNotice live title="The saved draft of this message could not be read." onRetry={onRetry}>
        {reason}
      </FailedNotice>
    </div>
  )
}

function BinaryBodyNotice(props: { readonly sizeBytes: number; readonly onReplace: () => void }) {
  return (
    <div className="msg-refusal">
      <Notice
        title={`The body is not UTF-8 text: ${formatBytes(props.sizeBytes)} of other bytes.`}
        action={
          <Button size="small" onClick={props.onReplace}>
            Write a new body
          </Button>
        }
      >
        They are sent unchanged; you can change target, headers and method.
      </Notice>
    </div>
  )
}

interface BodyComparisonProps {
  readonly source: MessagePreview
  readonly draft: MessageDraft
  readonly outgoing: Outgoing
}

/** The original body beside the one that will be sent. */
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

const PAUSE_MS = 100
const PAUSE_OF_LARGE_MS = 500
const LARGE = 262_144

interface BodyEditorProps {
  readonly draftId: string
  readonly draft: MessageDraft
  readonly onText: (text: string) => void
  readonly onSend: () => void
  readonly onLeave: () => void
  readonly ref: Ref<CodeEditorHandle>
}

/** The body in the editor. Text is reported when the tester pauses, because a large text must not be copied at every key. */
function BodyEditor({ draftId, draft, onText, onSend, onLeave, ref }: BodyEditorProps) {
  const editor = useRef<CodeEditorHandle | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const wanted = useEditorFocus(({ wantedFor }) => wantedFor === draftId)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  const reportNow = (): void => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    if (editor.current !== null) latest.current(editor.current.text())
  }
  const reportLast = useRef(reportNow)
  // Before the editor is unmounted: the last keys belong to the draft.
  useLayoutEffect(() => {
    const report = reportLast.current
    window.addEventListener('pagehide', report, { capture: true })
    return () => {
      window.removeEventListener('pagehide', report, { capture: true })
      report()
    }
  }, [])

  const focusIfWanted = (): void => {
    if (editor.current === null || useEditorFocus.getState().wantedFor !== draftId) return
    takeEditorFocus()
    editor.current.focus()
  }
  useEffect(() => {
    if (!wanted || editor.current === null) return
    takeEditorFocus()
    editor.current.focus()
  }, [wanted])

  const setHandle = (handle: CodeEditorHandle | null): void => {
    editor.current = handle
    if (typeof ref === 'function') ref(handle)
    else if (ref !== null) ref.current = handle
  }
  const reportLater = (): void => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(reportNow, draft.text.length > LARGE ? PAUSE_OF_LARGE_MS : PAUSE_MS)
  }

  return (
    <JsonEditor
      ref={setHandle}
      label="Body"
      text={draft.text}
      readOnly={draft.keepsBytes}
      onChange={reportLater}
      onSubmit={onSend}
      onLeave={onLeave}
      onReady={focusIfWanted}
    />
  )
}

interface MessageResponsesProps {
  /** The callback that was sent from this pane; null where none was. */
  readonly sentId: string | null
  /** The edited callback; null where the message is none. */
  readonly original: CallbackDetail | null
}

function Shown(props: {
  readonly title: string
  /** Null while it is read. */
  readonly callback: CallbackDetail | null
  readonly error: string | null
}) {
  const { title, callback: outlined, error } = props
  const [selected, select] = useChosenAttempt(outlined)
  const { callback, reading } = useWholeAttempt(outlined, selected)
  const now = useVirtualNow()
  return (
    <>
      <div className="section-head">
        <h3>{title}</h3>
        {callback === null ? null : (
          <>
            <span className="note">{callback.attempts.length}</span>
            <span className="grow" />
            <Badge look={callbackLook(callback)} small>
              {callbackStateWord(callback, now)}
            </Badge>
          </>
        )}
      </div>
      {error === null ? null : <p className="pad note">{error}</p>}
      {callback === null ? null : (
        <MerchantResponses callback={callback} reading={reading} selected={selected} onSelect={select} />
      )}
    </>
  )
}

function ToSent({ id, title }: { readonly id: string; readonly title: string }) {
  const { value, error } = useCallbackDetail(id)
  return <Shown title={title} callback={value} error={error} />
}

/** The merchant's response to the last sent message, in the pane of its editor. */
function MessageResponses({ sentId, original }: MessageResponsesProps) {
  return (
    <section className="column rp-ans" aria-label="Merchant's response">
      {sentId !== null ? (
        <ToSent
          key={sentId}
          id={sentId}
          title={original === null ? 'Response to the message' : 'Response to the replay'}
        />
      ) : original !== null ? (
        <Shown title="Responses to the original" callback={original} error={null} />
      ) : (
        <>
          <div className="section-head">
            <h3>Merchant’s response</h3>
          </div>
          <p className="pad note">It appears here once the message is sent.</p>
        </>
      )}
    </section>
  )
}
