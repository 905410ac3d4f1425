import type { JsonNode } from '#lib/json/node'
import { boundedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { hasQuirk, type Dialect } from './dialects'
import { signatureParent } from './place'
import { REFERENCE, roleOf, type Recipe, type Surface } from './recipe'

/** One leaf: `line` goes into the string to sign. */
export interface CanonicalLine {
  readonly path: string
  readonly value: string
  readonly line: string
}

/** The string to sign with its lines, or why a dialect has none for this data. */
export type Canonical =
  | { readonly ok: true; readonly text: string; readonly lines: readonly CanonicalLine[] }
  | { readonly ok: false; readonly failure: string }

/** In characters. Every leaf repeats its path, so a small body with deep nesting could produce gigabytes. */
const MAX_CANONICAL_LENGTH = 32 * 1024 * 1024

/** Maximum total length of all paths. Comparing them to sort the lines is most of the work. */
const MAX_PATHS_LENGTH = 512 * 1024

type Leaf = Exclude<JsonNode, { readonly type: 'object' | 'array' }>

interface Place {
  /** Joined keys; undefined at the top, and below a top-level key 0 that the recipe drops. */
  readonly prefix: string | undefined
  readonly top: boolean
  readonly belowArray: boolean
}

interface Walk {
  readonly lines: CanonicalLine[]
  length: number
  pathsLength: number
  failure: string | undefined
}

/** Makes a dialect's string to sign (contract 2.2 to 2.6). Equal paths stay in the order of the data. */
export const canonicalise = (root: JsonNode, dialect: Dialect, surface: Surface): Canonical => {
  if (root.type !== 'object' && root.type !== 'array') {
    return {
      ok: false,
      failure: 'Only an object or an array has values to sign; send the parameters as an object.',
    }
  }
  if (root.type === 'array' && hasQuirk(dialect, 'failsOnTopLevelArray')) {
    return { ok: false, failure: `${dialect.name} crashes on a top-level array; send an object.` }
  }
  if (surface === 'callback' && hasQuirk(dialect, 'callbackReaderFailsOnNull') && holdsNull(root)) {
    return { ok: false, failure: `${dialect.name} throws while reading a callback that contains null.` }
  }
  const recipe = { ...REFERENCE, ...dialect.change }
  const refusesSemicolon = hasQuirk(dialect, 'refusesSemicolon')
  const { unit, sort } = recipe.order
  const parent = signatureParent(root)
  const walk: Walk = { lines: [], length: 0, pathsLength: 0, failure: undefined }

  const visitChild = (key: string, child: JsonNode, place: Place): void => {
    if (isOverfull(walk)) return
    const own = key.includes(':') ? key.replaceAll(':', recipe.colon) : key
    const path = place.prefix === undefined ? own : `${place.prefix}:${own}`
    if (child.type !== 'object' && child.type !== 'array') {
      const line = lineOf(child, path, recipe)
      walk.length += path.length + line.value.length + 2
      walk.pathsLength += path.length
      walk.lines.push(line)
      if (isOverfull(walk)) walk.failure ??= overfullMessage(walk)
      if (refusesSemicolon && child.type === 'string' && child.value.includes(';')) refuse(path)
    } else {
      const prefix = recipe.topZero === 'lost' && path === '0' ? undefined : path
      visit(child, { prefix, top: false, belowArray: place.belowArray })
    }
  }

  const refuse = (path: string): void => {
    walk.failure ??= `${dialect.name} refuses the semicolon at ${boundedText(path, LIMITS.pathChars)}; remove it from the value or key.`
  }

  const visit = (node: JsonNode, place: Place): void => {
    if (node.type === 'array') {
      const inArray = { ...place, belowArray: true }
      node.items.forEach((item, index) => visitChild(String(index), item, inArray))
    } else if (node.type === 'object') {
      const { members } = node
      const sorted = unit === 'level' ? inOrder(members, sort(members.map(({ key }) => key))) : members
      for (const { key, value } of sorted) {
        const holdsReceivedSignature = node === parent
        const role = roleOf(key, { isTop: place.top, isListed: place.belowArray, holdsReceivedSignature })
        if (!recipe.signs(role, surface)) continue
        if (refusesSemicolon && key.includes(';')) refuse(key)
        visitChild(key, value, place)
      }
    }
  }

  visit(root, { prefix: undefined, top: true, belowArray: false })
  if (walk.failure !== undefined) return { ok: false, failure: walk.failure }
  const texts = walk.lines.map(({ path, line }) => (unit === 'path' ? path : line))
  const lines = unit === 'level' ? walk.lines : inOrder(walk.lines, sort(texts))
  return { ok: true, text: lines.map(({ line }) => line).join(';'), lines }
}

const inOrder = <Item>(items: readonly Item[], order: readonly number[]): readonly Item[] =>
  order.flatMap((at) => items[at] ?? [])

const isOverfull = ({ lines, length, pathsLength }: Walk): boolean =>
  lines.length > LIMITS.jsonValues || length > MAX_CANONICAL_LENGTH || pathsLength > MAX_PATHS_LENGTH

const overfullMessage = ({ lines, length }: Walk): string => {
  const fix = 'Nest less deeply, use shorter keys, or send less.'
  if (lines.length > LIMITS.jsonValues) {
    return `There are more than ${LIMITS.jsonValues} values to sign. Send fewer.`
  }
  return length > MAX_CANONICAL_LENGTH
    ? `The string to sign would have more than ${MAX_CANONICAL_LENGTH} characters: every value repeats its path. ${fix}`
    : `The paths in the string to sign would have more than ${MAX_PATHS_LENGTH} characters: every value repeats its whole path. ${fix}`
}

const leafText = (leaf: Leaf, { numbers, booleans, nulls }: Recipe): string => {
  switch (leaf.type) {
    case 'string':
      return leaf.value
    case 'number':
      return numbers(leaf)
    case 'boolean':
      return leaf.value ? booleans.yes : booleans.no
    case 'null':
      return nulls ?? ''
  }
}

const lineOf = (leaf: Leaf, path: string, recipe: Recipe): CanonicalLine => {
  const value = leafText(leaf, recipe)
  const isBare = leaf.type === 'boolean' && recipe.booleans.bare === true
  return { path, value, line: isBare ? value : `${path}:${value}` }
}

/** The reader removes `signature` before it looks into the values, so null there does no harm. */
const holdsNull = (node: JsonNode): boolean => {
  if (node.type === 'array') return node.items.some(holdsNull)
  if (node.type === 'object')
    return node.members.some(({ key, value }) => key !== 'signature' && holdsNull(value))
  return node.type === 'null'
}
