import { useEffect, useRef } from 'react'
import type { Ref } from 'react'
import { JsonEditor } from '../editor/LazyEditor'
import type { CodeEditorHandle } from '../editor/LazyEditor'
import { takeEditorFocus, useEditorFocus } from './replay-commands'
import type { MessageDraft } from './message-draft'

const PAUSE_MS = 100
const PAUSE_OF_LARGE_MS = 500
const LARGE = 262_144

interface BodyEditorProps {
  readonly draft: MessageDraft
  readonly onText: (text: string) => void
  readonly onSend: () => void
  readonly onLeave: () => void
  readonly ref: Ref<CodeEditorHandle>
}

/** The body in the editor. What is typed is told when the tester pauses: a large text is not copied at every key. */
export function BodyEditor({ draft, onText, onSend, onLeave, ref }: BodyEditorProps) {
  const editor = useRef<CodeEditorHandle | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wanted = useEditorFocus((state) => state.wanted)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const focusIfWanted = (): void => {
    if (editor.current === null || !useEditorFocus.getState().wanted) return
    takeEditorFocus()
    editor.current.focus()
  }
  useEffect(() => {
    if (wanted) focusIfWanted()
  }, [wanted])

  const take = (handle: CodeEditorHandle | null): void => {
    editor.current = handle
    if (typeof ref === 'function') ref(handle)
    else if (ref !== null) ref.current = handle
  }
  const tell = (): void => {
    clearTimeout(timer.current)
    const wait = draft.text.length > LARGE ? PAUSE_OF_LARGE_MS : PAUSE_MS
    timer.current = setTimeout(() => {
      if (editor.current !== null) latest.current(editor.current.text())
    }, wait)
  }

  return (
    <JsonEditor
      ref={take}
      label="Body"
      text={draft.text}
      readOnly={draft.keepsBytes}
      onChange={tell}
      onSubmit={onSend}
      onLeave={onLeave}
      onReady={focusIfWanted}
    />
  )
}
