import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { jsonParts } from './create-editor'

/** Beyond this size the comparison marks changed lines without computing the smallest difference. */
const SCAN_LIMIT = 500
const TIMEOUT_MS = 150

interface Side {
  readonly label: string
  readonly text: string
}

/** Two texts side by side; unchanged parts are folded where something differs. Returns a function that removes it. */
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
