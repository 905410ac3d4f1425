import { isJson, skipSpace, tokenEnd, unescaped } from '#lib/json/scan'

/** Longest container, in characters, that stays on one line. */
const INLINE_LIMIT = 72
/** Deeper text is shown as it is: the platform refuses it anyway. */
const DEPTH_LIMIT = 512

type JsonTokenKind = 'key' | 'string' | 'number' | 'literal' | 'punctuation'

export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
  /** Belongs to the highlighted value. */
  readonly pointed?: true
}

/** One line of a laid-out body. {@link tokensOf} gives its content on demand, because a body of megabytes has too many lines. */
export interface JsonLine {
  readonly indent: number
  /** The key of the root object that the line belongs to. */
  readonly member: string | null
  /** Characters of the line behind its indent. */
  readonly width: number
  /** Key of the value as it was written, where it has one. */
  readonly key: string | null
  readonly node: Node
  /** The whole value, or the bracket that opens or closes it. */
  readonly part: 'whole' | 'open' | 'close'
  readonly comma: boolean
  /** The highlighted value, in this line or another. */
  readonly target: Node | null
}

type Node =
  | { readonly type: 'scalar'; readonly kind: JsonTokenKind; readonly source: string }
  | { readonly type: 'object'; readonly members: readonly { readonly key: string; readonly value: Node }[] }
  | { readonly type: 'array'; readonly items: readonly Node[] }

/** Reads JSON without changing a character of its strings and numbers. Null where the text is not JSON, or too deep. */
function readSource(text: string): Node | null {
  if (!isJson(text)) return null
  let at = 0

  const take = (): string => {
    const from = skipSpace(text, at)
    at = tokenEnd(text, from)
    return text.slice(from, at)
  }
  const readMembers = (depth: number): Node | null => {
    const members: { key: string; value: Node }[] = []
    for (let key = take(); key !== '}'; key = take()) {
      // A comma stands before every member but the first.
      if (key === ',') key = take()
      take()
      const value = readValue(depth + 1, take())
      if (value === null) return null
      members.push({ key, value })
    }
    return { type: 'object', members }
  }
  const readItems = (depth: number): Node | null => {
    const items: Node[] = []
    for (let token = take(); token !== ']'; token = take()) {
      const value = readValue(depth + 1, token === ',' ? take() : token)
      if (value === null) return null
      items.push(value)
    }
    return { type: 'array', items }
  }
  const readValue = (depth: number, token: string): Node | null => {
    if (depth > DEPTH_LIMIT) return null
    if (token === '{') return readMembers(depth)
    if (token === '[') return readItems(depth)
    return { type: 'scalar', kind: scalarKind(token), source: token }
  }
  return readValue(0, take())
}

function scalarKind(token: string): JsonTokenKind {
  if (token.startsWith('"')) return 'string'
  return /^[tfn]/.test(token) ? 'literal' : 'number'
}

const isEmpty = (node: Node): boolean =>
  node.type === 'object' ? node.members.length === 0 : node.type === 'array' && node.items.length === 0

const mark = (text: string): JsonToken => ({ kind: 'punctuation', text })

const pointedAt = (token: JsonToken): JsonToken => ({ ...token, pointed: true })

/** The value at the end of a path, or the nearest one around it that is there, and how many steps lead to it. */
function nodeAt(root: Node, path: readonly string[]): { readonly node: Node; readonly steps: number } {
  let node = root
  let steps = 0
  for (const step of path) {
    // Of a repeated key the last one counts.
    const next: Node | undefined =
      node.type === 'object'
        ? node.members.findLast(({ key }) => unescaped(key.slice(1, -1)) === step)?.value
        : node.type === 'array'
          ? node.items[/^\d+$/.test(step) ? Number(step) : -1]
          : undefined
    if (next === undefined) break
    node = next
    steps += 1
  }
  return { node, steps }
}

/** How many steps of a path exist in a JSON text; null where the text is not JSON. */
export function stepsThere(text: string, path: readonly string[]): number | null {
  const root = readSource(text)
  return root === null ? null : nodeAt(root, path).steps
}

/** Characters of a node on one line; more than `room` where it is longer or nests too much. */
function inlineWidth(node: Node, room: number, depth: number): number {
  if (node.type === 'scalar') return node.source.length
  const parts = node.type === 'object' ? node.members : node.items
  if (depth > 0 && parts.length > 0) return room + 1
  let width = 2 + Math.max(0, parts.length - 1) * COMMA.length
  for (const part of parts) {
    width +=
      'key' in part
        ? part.key.length + COLON.length + inlineWidth(part.value, room, depth + 1)
        : inlineWidth(part, room, depth + 1)
    if (width > room) return width
  }
  return width
}

const COMMA = ', '
const COLON = ': '

/** The tokens of a node on one line. */
function inlineTokens(node: Node, target: Node | null): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  const write = (current: Node): void => {
    const from = tokens.length
    if (current.type === 'scalar') tokens.push({ kind: current.kind, text: current.source })
    else if (current.type === 'object') {
      tokens.push(mark('{'))
      for (const [index, { key, value }] of current.members.entries()) {
        if (index > 0) tokens.push(mark(COMMA))
        tokens.push({ kind: 'key', text: key }, mark(COLON))
        write(value)
      }
      tokens.push(mark('}'))
    } else {
      tokens.push(mark('['))
      for (const [index, item] of current.items.entries()) {
        if (index > 0) tokens.push(mark(COMMA))
        write(item)
      }
      tokens.push(mark(']'))
    }
    if (current === target) tokens.splice(from, tokens.length, ...tokens.slice(from).map(pointedAt))
  }
  write(node)
  return tokens
}

const bracketOf = (node: Node, part: 'open' | 'close'): string =>
  node.type === 'object' ? (part === 'open' ? '{' : '}') : part === 'open' ? '[' : ']'

/** The content of a line, behind its indent. */
export function tokensOf({ key, node, part, comma, target }: JsonLine): readonly JsonToken[] {
  const lead: readonly JsonToken[] = key === null ? [] : [{ kind: 'key', text: key }, mark(COLON)]
  const value = part === 'whole' ? inlineTokens(node, target) : [mark(bracketOf(node, part))]
  const tail = comma ? [mark(',')] : []
  const isTarget = node === target && part !== 'close'
  return isTarget ? [...[...lead, ...value].map(pointedAt), ...tail] : [...lead, ...value, ...tail]
}

/** Whether the highlighted value, or its start, is in a line. */
export const isPointedAt = (line: JsonLine): boolean =>
  line.target !== null && tokensOf(line).some(({ pointed }) => pointed === true)

/**
 * Lays a JSON text out for reading: every string and number keeps its source characters, short containers
 * stay on one line. Null where the text is not JSON; then it is shown exactly as it is. The value at the end of `path`, or
 * the nearest one around it, is highlighted.
 */
export function jsonLines(text: string, path: readonly string[] = []): readonly JsonLine[] | null {
  const root = readSource(text)
  if (root === null) return null
  const lines: JsonLine[] = []
  const found = nodeAt(root, path)
  const target = found.steps === 0 ? null : found.node

  const write = (
    node: Node,
    indent: number,
    key: string | null,
    comma: boolean,
    member: string | null,
  ): void => {
    const leadWidth = key === null ? 0 : key.length + COLON.length
    const tailWidth = comma ? 1 : 0
    const room = INLINE_LIMIT - indent * 2 - leadWidth
    const mayBeShort = node.type === 'scalar' || indent > 0 || isEmpty(node)
    const width = mayBeShort ? inlineWidth(node, room, 0) : Infinity
    if (node.type === 'scalar' || width <= room) {
      const whole = leadWidth + width + tailWidth
      lines.push({ indent, member, width: whole, key, node, part: 'whole', comma, target })
      return
    }
    lines.push({ indent, member, width: leadWidth + 1, key, node, part: 'open', comma: false, target })
    if (node.type === 'object') {
      const last = node.members.length - 1
      node.members.forEach((child, index) =>
        write(child.value, indent + 1, child.key, index < last, member ?? child.key.slice(1, -1)),
      )
    } else {
      const last = node.items.length - 1
      node.items.forEach((item, index) => write(item, indent + 1, null, index < last, member))
    }
    lines.push({ indent, member, width: 1 + tailWidth, key: null, node, part: 'close', comma, target })
  }

  write(root, 0, null, false, null)
  return lines
}
