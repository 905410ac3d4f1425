import type { JsonMember, JsonNode } from './node'

export type JsonPath = readonly (string | number)[]

/** `path` is the same in both values. */
export type JsonChange =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly after: JsonNode }
  | { readonly kind: 'removed'; readonly path: JsonPath; readonly before: JsonNode }
  | {
      readonly kind: 'changed'
      readonly path: JsonPath
      readonly before: JsonNode
      readonly after: JsonNode
    }

/** Compares numbers as written (`1.0`, not `1`) and members in any order. Skips equal items at both ends of a list. */
export function diffJson(before: JsonNode, after: JsonNode, path: JsonPath = []): readonly JsonChange[] {
  if (before.type === 'object' && after.type === 'object') {
    return diffMembers(before.members, after.members, path)
  }
  if (before.type === 'array' && after.type === 'array') return diffItems(before.items, after.items, path)
  return isSame(before, after) ? [] : [{ kind: 'changed', path, before, after }]
}

function diffPart(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  path: JsonPath,
): readonly JsonChange[] {
  if (before !== undefined && after !== undefined) return diffJson(before, after, path)
  if (before !== undefined) return [{ kind: 'removed', path, before }]
  return after === undefined ? [] : [{ kind: 'added', path, after }]
}

const valuesOf = (members: readonly JsonMember[]): ReadonlyMap<string, JsonNode> =>
  new Map(members.map(({ key, value }) => [key, value]))

function diffMembers(
  before: readonly JsonMember[],
  after: readonly JsonMember[],
  path: JsonPath,
): readonly JsonChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const keys = new Set([...old.keys(), ...now.keys()])
  return [...keys].flatMap((key) => diffPart(old.get(key), now.get(key), [...path, key]))
}

function diffItems(
  before: readonly JsonNode[],
  after: readonly JsonNode[],
  path: JsonPath,
): readonly JsonChange[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && isSame(before[head], after[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  const rows = Array.from({ length: Math.max(old.length, now.length) }, (_, at) => at)
  return rows.flatMap((at) => diffPart(old[at], now[at], [...path, head + at]))
}

function isSame(one: JsonNode | undefined, other: JsonNode | undefined): boolean {
  if (one?.type === 'array' && other?.type === 'array') {
    const { items } = other
    return one.items.length === items.length && one.items.every((item, at) => isSame(item, items[at]))
  }
  if (one?.type === 'object' && other?.type === 'object') {
    const values = valuesOf(other.members)
    return (
      one.members.length === values.size &&
      one.members.every(({ key, value }) => isSame(value, values.get(key)))
    )
  }
  return one !== undefined && other !== undefined && scalarText(one) === scalarText(other)
}

const scalarText = (node: JsonNode): string => {
  switch (node.type) {
    case 'number':
      return node.text
    case 'string':
      return `"${node.value}`
    case 'boolean':
      return String(node.value)
    default:
      return node.type
  }
}
