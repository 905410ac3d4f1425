import { useEffect, useRef } from 'react'
import { editorRoot, keepTyping } from './shadow-root'
import './editor.css'
import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { jsonParts } from './create-editor'

export interface TextComparisonProps {
  readonly before: string
  readonly after: string
  /** Names of the left and the right text; without them, an original and its edited text. */
  readonly names?: readonly [before: string, after: string]
}

const EDITED = ['Original', 'As it will be sent'] as const

/** Two texts side by side, differences marked by a line and a colour. */
export function TextComparison({ before, after, names = EDITED }: TextComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  const [left, right] = names
  useEffect(() => {
    if (host.current === null) return
    return createComparison(
      editorRoot(host.current),
      { label: left, text: before },
      { label: right, text: after },
    )
  }, [before, after, left, right])
  return (
    <div className="comparison">
      <p className="small mid comparison-heads" aria-hidden="true">
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

/** Beyond this size the comparison marks changed lines without computing the smallest difference. */
const SCAN_LIMIT = 500
const TIMEOUT_MS = 150

interface Side {
  readonly label: string
  readonly text: string
}

/** Two texts side by side; unchanged parts are folded where something differs. Returns a function that removes it. */
function createComparison(root: ShadowRoot, before: Side, after: Side): () => void {
  const side = ({ label, text }: Side) => ({
    doc: text,
    extensions: [
      jsonParts,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    ],
  })
  const merge = new MergeView({
    a: side(before),
    b: side(after),
    parent: root,
    root,
    gutter: true,
    highlightChanges: true,
    // Without a difference the whole message stays visible.
    ...(before.text === after.text ? {} : { collapseUnchanged: { margin: 3, minSize: 6 } }),
    diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS },
  })
  merge.dom.style.height = '100%'
  merge.dom.style.overflow = 'auto'
  return () => {
    merge.destroy()
  }
}
