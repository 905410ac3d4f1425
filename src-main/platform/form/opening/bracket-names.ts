import type { JsonMember, JsonNode, JsonObject } from '../../../lib/json/node'

/** Names nested more deeply stay as they are: no parameter goes so deep. */
const MAX_DEPTH = 8

/** What stands at a name: its text, or what is below it, by key. */
type Tree = Map<string, Tree | JsonNode>

/**
 * Names with brackets, `recurring[register]` or `a[0]`, put together into the nested values that PHP reads from them and
 * that its SDK has signed (contract 12.9). Null where no name has brackets. An empty pair counts on from the last number.
 */
export function nestedByBrackets(root: JsonObject): JsonObject | null {
  const tree: Tree = new Map()
  let nests = false
  for (const { key, value } of root.members) {
    const path = pathOf(key)
    if (path === null) {
      tree.set(key, value)
      continue
    }
    nests = true
    put(tree, path, value)
  }
  return nests ? { type: 'object', members: membersOf(tree) } : null
}

/** The keys of `a[b][0]`; null where a name has no brackets, or others than PHP reads. */
function pathOf(name: string): readonly string[] | null {
  const [whole, first = '', rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
  if (whole === undefined) return null
  const inner = rest.slice(1, -1).split('][')
  return inner.length < MAX_DEPTH ? [first, ...inner] : null
}

function put(tree: Tree, [first = '', ...rest]: readonly string[], value: JsonNode): void {
  const key = first === '' ? String(nextIndex(tree)) : first
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const below = tree.get(key)
  const next: Tree = below instanceof Map ? below : new Map<string, Tree | JsonNode>()
  tree.set(key, next)
  put(next, rest, value)
}

function nextIndex(tree: Tree): number {
  const indices = [...tree.keys()].filter((key) => /^\d{1,6}$/.test(key)).map(Number)
  return indices.length === 0 ? 0 : Math.max(...indices) + 1
}

function membersOf(tree: Tree): readonly JsonMember[] {
  return [...tree].map(([key, value]) => ({ key, value: value instanceof Map ? nodeOf(value) : value }))
}

/** A list where the keys count from 0, as PHP writes it into JSON. */
function nodeOf(tree: Tree): JsonNode {
  const members = membersOf(tree)
  return members.every(({ key }, at) => key === String(at))
    ? { type: 'array', items: members.map(({ value }) => value) }
    : { type: 'object', members }
}
