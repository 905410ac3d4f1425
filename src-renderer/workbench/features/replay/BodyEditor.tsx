import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { type CodeEditorHandle, JsonEditor } from '#window/editor/LazyEditor.tsx'
import { takeEditorFocus, useEditorFocus } from './replay-commands'
import type { MessageDraft } from './message-draft'

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
export function BodyEditor({ draftId, draft, onText, onSend, onLeave, ref }: BodyEditorProps) {
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
