import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { createEditor, type EditorOptions, type TextEditor } from './create-editor'
import { editorRoot, keepTyping } from './shadow-root'
import './editor.css'

export interface CodeEditorHandle {
  readonly text: () => string
  readonly setText: (text: string) => void
  readonly focus: () => void
  readonly goTo: (line: number, column: number) => void
}

export interface CodeEditorProps {
  readonly label: string
  /** The initial text; the handle changes it later. */
  readonly text: string
  readonly readOnly?: boolean
  /** A YAML text; without it the text is JSON. Read when the editor is made. */
  readonly yaml?: NonNullable<EditorOptions['yaml']>
  /** Something was typed; the handle has the text. */
  readonly onChange: () => void
  readonly onSubmit: () => void
  readonly onLeave: () => void
  /** The editor is mounted and can take the focus. */
  readonly onReady?: () => void
  readonly ref?: Ref<CodeEditorHandle>
}

/** Ctrl+Enter submits; a held key counts once. */
function sendOnce(event: KeyboardEvent): void {
  if (!event.repeat || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
}

/** An editor for JSON or YAML in a shadow root. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, readOnly = false, ref } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (host.current === null) return
    const first = latest.current
    const created = createEditor({
      root: editorRoot(host.current),
      label: first.label,
      text: first.text,
      readOnly: first.readOnly ?? false,
      yaml: first.yaml,
      onChange: () => latest.current.onChange(),
      onSubmit: () => latest.current.onSubmit(),
      onLeave: () => latest.current.onLeave(),
    })
    editor.current = created
    latest.current.onReady?.()
    return () => {
      editor.current = null
      created.destroy()
    }
  }, [label])

  useEffect(() => {
    editor.current?.setReadOnly(readOnly)
  }, [readOnly])

  useImperativeHandle(
    ref,
    () => ({
      text: () => editor.current?.text() ?? latest.current.text,
      setText: (next) => editor.current?.setText(next),
      focus: () => editor.current?.focus(),
      goTo: (line, column) => editor.current?.goTo(line, column),
    }),
    [],
  )

  return <div ref={host} className="code-editor" onKeyDownCapture={sendOnce} onKeyDown={keepTyping} />
}
