import type { JsonMember, JsonNode, JsonObject } from '#lib/json/node'

/** Deepest nesting of names that is read. Deeper names stay unchanged: no parameter has so many levels. */
const MAX_DEPTH = 8

/** The value of a name: its text, or its members by key. */
type Tree = Map<string, Tree | JsonNode>

/**
 * Combines names with brackets, such as `recurring[register]` or `a[0]`, into the nested values that PHP reads from
 * them and that its SDK signs (contract 12.9). An empty pair of brackets means the next index. Null: no name has
 * brackets.
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

/** Returns the keys of a name such as `a[b][0]`. Null: it has no brackets, or brackets that PHP does not read. */
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

/** Builds the JSON node as PHP does: a list if the keys count from 0, otherwise an object. */
function nodeOf(tree: Tree): JsonNode {
  const members = membersOf(tree)
  return members.every(({ key }, at) => key === String(at))
    ? { type: 'array', items: members.map(({ value }) => value) }
    : { type: 'object', members }
}
