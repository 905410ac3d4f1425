import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { jsonParts } from './create-editor'

/** Beyond this the comparison tells changed lines without looking for the smallest difference. */
const SCAN_LIMIT = 500
const TIMEOUT_MS = 150

interface Side {
  readonly label: string
  readonly text: string
}

/** Two texts beside each other, what is the same folded away where something differs. Returns how to end it. */
export function createComparison(root: ShadowRoot, before: Side, after: Side): () => void {
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
    // Where nothing differs there is the message itself to read.
    ...(before.text === after.text ? {} : { collapseUnchanged: { margin: 3, minSize: 6 } }),
    diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS },
  })
  merge.dom.style.height = '100%'
  merge.dom.style.overflow = 'auto'
  return () => {
    merge.destroy()
  }
}
