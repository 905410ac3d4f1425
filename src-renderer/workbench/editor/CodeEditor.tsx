import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import {
  createEditor,
  type EditorOptions,
  editorRoot,
  jsonParts,
  keepTyping,
  type TextEditor,
} from './create-editor'
import './editor.css'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

export type CodeEditorHandle = Pick<TextEditor, 'text' | 'setText' | 'focus' | 'goTo'>

/** `label` and `yaml` are read once, when the editor is created. */
export interface CodeEditorProps extends Omit<EditorOptions, 'root' | 'readOnly'> {
  readonly readOnly?: boolean
  readonly onReady?: () => void
  readonly ref?: Ref<CodeEditorHandle>
}

function sendOnce(event: KeyboardEvent): void {
  if (!event.repeat || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
}

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
    const created = createEditor({
      ...latest.current,
      root: editorRoot(host.current),
      readOnly: latest.current.readOnly ?? false,
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

export interface TextComparisonProps {
  readonly before: string
  readonly after: string
  /** Names of the left and the right text; by default those of an original and its edited text. */
  readonly names?: readonly [before: string, after: string]
}

/** Beyond these limits on changed characters and on time, the difference may not be the smallest one. */
const SCAN_LIMIT = 500
const TIMEOUT_MS = 150

const EDITED = ['Original', 'As it will be sent'] as const

export function TextComparison({ before, after, names = EDITED }: TextComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  const [left, right] = names
  useEffect(() => {
    if (host.current === null) return
    const root = editorRoot(host.current)
    const side = (label: string, doc: string) => ({
      doc,
      extensions: [
        jsonParts,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      ],
    })
    const merge = new MergeView({
      a: side(left, before),
      b: side(right, after),
      parent: root,
      root,
      gutter: true,
      highlightChanges: true,
      // Without a difference, the complete message stays visible.
      ...(before === after ? {} : { collapseUnchanged: { margin: 3, minSize: 6 } }),
      diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS },
    })
    merge.dom.style.height = '100%'
    merge.dom.style.overflow = 'auto'
    return () => merge.destroy()
  }, [before, after, left, right])
  return (
    <div className="comparison">
      <p className="small mid halves lined comparison-heads" aria-hidden="true">
        <span>{left}</span>
        <span>{right}</span>
      </p>
      <div
        ref={host}
        className="code-editor"
        role="group"
        aria-label={
          names === EDITED ? 'Original and edited side by side' : `${left} and ${right} side by side`
        }
        onKeyDown={keepTyping}
      />
    </div>
  )
}
