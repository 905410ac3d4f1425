import type { JsonMember, JsonNode } from './node'

/** Keys and indexes from the root. */
export type JsonPath = readonly (string | number)[]

/**
 * One difference between two JSON values. A path is that of the value afterwards, for `removed` that of the value
 * before; `from` is the path before where an item or a member came from elsewhere.
 */
export type JsonChange =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly after: JsonNode }
  | { readonly kind: 'removed'; readonly path: JsonPath; readonly before: JsonNode }
  | {
      readonly kind: 'changed'
      readonly path: JsonPath
      readonly from: JsonPath
      readonly before: JsonNode
      readonly after: JsonNode
    }
  | { readonly kind: 'moved'; readonly path: JsonPath; readonly from: JsonPath; readonly value: JsonNode }

/**
 * Largest product of two list lengths for which the best alignment is searched. Longer lists are compared index by index:
 * the search would take too long.
 */
const MAX_CELLS = 4_000_000

/**
 * What was added, removed, changed or moved between two JSON values, in the order of the value afterwards. Numbers are
 * compared as they were written (`1.0` is not `1`); the order of members is no difference, the order of items is.
 */
export function diffJson(before: JsonNode, after: JsonNode): readonly JsonChange[] {
  const ids = createValueIds()
  const changes: JsonChange[] = []
  compare({ before, after, from: [], path: [], ids, changes })
  return withMoves(changes, ids)
}

interface Comparison {
  readonly before: JsonNode
  readonly after: JsonNode
  readonly from: JsonPath
  readonly path: JsonPath
  readonly ids: ValueIds
  readonly changes: JsonChange[]
}

function compare(pair: Comparison): void {
  const { before, after, from, path, ids, changes } = pair
  if (ids.of(before) === ids.of(after)) return
  if (before.type === 'object' && after.type === 'object') compareMembers(pair, before.members, after.members)
  else if (before.type === 'array' && after.type === 'array') compareItems(pair, before.items, after.items)
  else changes.push({ kind: 'changed', path, from, before, after })
}

function compareMembers(
  { from, path, ids, changes }: Comparison,
  before: readonly JsonMember[],
  after: readonly JsonMember[],
): void {
  const old = new Map(before.map(({ key, value }) => [key, value]))
  const kept = new Set(after.map(({ key }) => key))
  for (const { key, value } of before) {
    if (!kept.has(key)) changes.push({ kind: 'removed', path: [...from, key], before: value })
  }
  for (const { key, value } of after) {
    const was = old.get(key)
    if (was === undefined) changes.push({ kind: 'added', path: [...path, key], after: value })
    else compare({ before: was, after: value, from: [...from, key], path: [...path, key], ids, changes })
  }
}

function compareItems(
  { from, path, ids, changes }: Comparison,
  before: readonly JsonNode[],
  after: readonly JsonNode[],
): void {
  const pairs = alignment(before.map(ids.of), after.map(ids.of))
  let left = 0
  let right = 0
  // Between two kept items, those that stand opposite each other were changed; the rest was added or removed.
  for (const [keptLeft, keptRight] of [...pairs, [before.length, after.length] as const]) {
    for (; left < keptLeft || right < keptRight; left += 1, right += 1) {
      const was = left < keptLeft ? before[left] : undefined
      const is = right < keptRight ? after[right] : undefined
      if (was !== undefined && is !== undefined) {
        compare({ before: was, after: is, from: [...from, left], path: [...path, right], ids, changes })
      } else if (was !== undefined) {
        changes.push({ kind: 'removed', path: [...from, left], before: was })
      } else if (is !== undefined) {
        changes.push({ kind: 'added', path: [...path, right], after: is })
      }
    }
    left = keptLeft + 1
    right = keptRight + 1
  }
}

/** Pairs of indexes of the longest sequence of items that both lists have in the same order. */
function alignment(
  before: readonly number[],
  after: readonly number[],
): readonly (readonly [number, number])[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const same = (count: number, left: number, right: number) =>
    Array.from({ length: count }, (_, at) => [left + at, right + at] as const)
  return [
    ...same(head, 0, 0),
    ...longestCommon(before.slice(head, before.length - tail), after.slice(head, after.length - tail)).map(
      ([left, right]) => [left + head, right + head] as const,
    ),
    ...same(tail, before.length - tail, after.length - tail),
  ]
}

function longestCommon(
  before: readonly number[],
  after: readonly number[],
): readonly (readonly [number, number])[] {
  const width = after.length + 1
  if (before.length * after.length > MAX_CELLS) {
    const places = Array.from({ length: Math.min(before.length, after.length) }, (_, at) => at)
    return places.filter((at) => before[at] === after[at]).map((at) => [at, at] as const)
  }
  const lengths = new Uint32Array((before.length + 1) * width)
  const at = (left: number, right: number): number => lengths[left * width + right] ?? 0
  for (let left = before.length - 1; left >= 0; left -= 1) {
    for (let right = after.length - 1; right >= 0; right -= 1) {
      lengths[left * width + right] =
        before[left] === after[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let left = 0, right = 0; left < before.length && right < after.length;) {
    if (before[left] === after[right]) pairs.push([left++, right++])
    else if (at(left + 1, right) >= at(left, right + 1)) left += 1
    else right += 1
  }
  return pairs
}

/** Joins a removed and an added value that are equal into one move. */
function withMoves(changes: readonly JsonChange[], ids: ValueIds): readonly JsonChange[] {
  const removed = new Map<number, Extract<JsonChange, { kind: 'removed' }>[]>()
  for (const change of changes) {
    if (change.kind !== 'removed') continue
    const id = ids.of(change.before)
    removed.set(id, [...(removed.get(id) ?? []), change])
  }
  if (removed.size === 0) return changes
  const gone = new Set<JsonChange>()
  const moved = changes.map((change): JsonChange => {
    if (change.kind !== 'added') return change
    const source = removed.get(ids.of(change.after))?.shift()
    if (source === undefined) return change
    gone.add(source)
    return { kind: 'moved', path: change.path, from: source.path, value: change.after }
  })
  return moved.filter((change) => !gone.has(change))
}

/** An id for every value; equal values have equal ids. */
type ValueIds = ReturnType<typeof createValueIds>

function createValueIds() {
  const known = new WeakMap<JsonNode, number>()
  const numbers = new Map<string, number>()
  const of = (node: JsonNode): number => {
    const seen = known.get(node)
    if (seen !== undefined) return seen
    const name = nameOf(node)
    const id = numbers.get(name) ?? numbers.size
    numbers.set(name, id)
    known.set(node, id)
    return id
  }
  const nameOf = (node: JsonNode): string => {
    switch (node.type) {
      case 'object':
        return `{${node.members
          .map(({ key, value }) => `${JSON.stringify(key)}:${String(of(value))}`)
          .sort()
          .join()}`
      case 'array':
        return `[${node.items.map(of).join()}`
      case 'string':
        return `"${node.value}`
      case 'number':
        return node.text
      case 'boolean':
        return String(node.value)
      case 'null':
        return 'null'
    }
  }
  return { of }
}
