import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

const PARSE_MS = 20

/** What a folded range holds, in words: `7 keys`, `12 items`. */
export function foldWords(
  state: EditorState,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const node = ensureSyntaxTree(state, to, PARSE_MS)?.resolveInner(from, 1)
  if (node === undefined) return '…'
  const keys = node.getChildren('Property').length
  if (node.name === 'Object') return keys === 1 ? '1 key' : `${String(keys)} keys`
  if (node.name !== 'Array') return '…'
  let items = 0
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!['[', ']', ',', '⚠'].includes(child.name)) items += 1
  }
  return items === 1 ? '1 item' : `${String(items)} items`
}
