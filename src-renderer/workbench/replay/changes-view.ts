import { diffJson } from '../../../src-main/core/json/diff'
import type { JsonChange, JsonPath } from '../../../src-main/core/json/diff'
import { toPlain } from '../../../src-main/core/json/node'
import type { JsonNode } from '../../../src-main/core/json/node'
import { parseJson } from '../../../src-main/core/json/parse'

/** One change as it is read: the path, and what stood and stands there. */
export interface ChangeLine {
  readonly kind: JsonChange['kind']
  readonly path: string
  /** Where it came from, where that is another path. */
  readonly from: string | null
  readonly before: string | null
  readonly after: string | null
}

export type Comparison =
  | { readonly kind: 'lines'; readonly lines: readonly ChangeLine[]; readonly total: number }
  /** The same data in another writing: white space, escapes, the order of members. */
  | { readonly kind: 'writing' }
  | { readonly kind: 'same' }
  | { readonly kind: 'noJson'; readonly message: string }

const MOST_LINES = 200
const MOST_CHARACTERS = 300

/** What is different between two bodies, by path. */
export function compareBodies(before: string, after: string): Comparison {
  if (before === after) return { kind: 'same' }
  const one = parseJson(before)
  if (!one.ok) return { kind: 'noJson', message: `The original is no JSON. ${one.message}` }
  const other = parseJson(after)
  if (!other.ok) return { kind: 'noJson', message: other.message }
  const changes = diffJson(one.root, other.root)
  if (changes.length === 0) return { kind: 'writing' }
  return { kind: 'lines', lines: changes.slice(0, MOST_LINES).map(lineOf), total: changes.length }
}

function lineOf(change: JsonChange): ChangeLine {
  const path = pathText(change.path)
  switch (change.kind) {
    case 'added':
      return { kind: 'added', path, from: null, before: null, after: valueText(change.after) }
    case 'removed':
      return { kind: 'removed', path, from: null, before: valueText(change.before), after: null }
    case 'changed': {
      const from = pathText(change.from)
      const texts = { before: valueText(change.before), after: valueText(change.after) }
      return { kind: 'changed', path, from: from === path ? null : from, ...texts }
    }
    case 'moved':
      return {
        kind: 'moved',
        path,
        from: pathText(change.from),
        before: null,
        after: valueText(change.value),
      }
  }
}

/** Keys joined by dots; a key with a dot of its own, or none at all, stands in quotes. */
function pathText(path: JsonPath): string {
  if (path.length === 0) return '(whole body)'
  return path
    .map((step) =>
      typeof step === 'number' || /^[^.\s"]+$/.test(step) ? String(step) : JSON.stringify(step),
    )
    .join('.')
}

function valueText(node: JsonNode): string {
  const text = node.type === 'number' ? node.text : JSON.stringify(toPlain(node))
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
