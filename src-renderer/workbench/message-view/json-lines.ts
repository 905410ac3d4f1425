/** Longest container, in characters, that stays on one line. */
const INLINE_LIMIT = 72
/** Deeper text is shown as it is: the platform refuses it anyway. */
const DEPTH_LIMIT = 512

export type JsonTokenKind = 'key' | 'string' | 'number' | 'literal' | 'punctuation'

export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
  /** Belongs to the value that is pointed at. */
  readonly pointed?: true
}

/** One line of a laid-out body. `member` is the key of the root object that the line belongs to. */
export interface JsonLine {
  readonly indent: number
  readonly tokens: readonly JsonToken[]
  readonly member: string | null
}

type Node =
  | { readonly type: 'scalar'; readonly kind: JsonTokenKind; readonly source: string }
  | { readonly type: 'object'; readonly members: readonly { readonly key: string; readonly value: Node }[] }
  | { readonly type: 'array'; readonly items: readonly Node[] }

/** Space, tab, line feed, carriage return. */
const SPACES: readonly number[] = [32, 9, 10, 13]
/** Every character from the space on but the quote and the backslash, or an escape. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const LITERAL = /true|false|null/y

/** Reads JSON without changing a character of its strings and numbers. Null where the text is not JSON. */
function readSource(text: string): Node | null {
  let at = 0

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    // A test makes no list of what was found: bodies of some megabytes have a million of these.
    if (!pattern.test(text)) return null
    const from = at
    at = pattern.lastIndex
    return text.slice(from, at)
  }
  const skipSpace = (): void => {
    while (SPACES.includes(text.charCodeAt(at))) at += 1
  }
  const takeMark = (mark: string): boolean => {
    skipSpace()
    if (text[at] !== mark) return false
    at += 1
    return true
  }

  const readScalar = (): Node | null => {
    const string = take(STRING)
    if (string !== null) return { type: 'scalar', kind: 'string', source: string }
    const number = take(NUMBER)
    if (number !== null) return { type: 'scalar', kind: 'number', source: number }
    const literal = take(LITERAL)
    return literal === null ? null : { type: 'scalar', kind: 'literal', source: literal }
  }

  const readObject = (depth: number): Node | null => {
    const members: { key: string; value: Node }[] = []
    if (takeMark('}')) return { type: 'object', members }
    for (;;) {
      skipSpace()
      const key = take(STRING)
      if (key === null || !takeMark(':')) return null
      const value = readValue(depth + 1)
      if (value === null) return null
      members.push({ key, value })
      if (takeMark('}')) return { type: 'object', members }
      if (!takeMark(',')) return null
    }
  }

  const readArray = (depth: number): Node | null => {
    const items: Node[] = []
    if (takeMark(']')) return { type: 'array', items }
    for (;;) {
      const value = readValue(depth + 1)
      if (value === null) return null
      items.push(value)
      if (takeMark(']')) return { type: 'array', items }
      if (!takeMark(',')) return null
    }
  }

  const readValue = (depth: number): Node | null => {
    if (depth > DEPTH_LIMIT) return null
    if (takeMark('{')) return readObject(depth)
    if (takeMark('[')) return readArray(depth)
    return readScalar()
  }

  const root = readValue(0)
  skipSpace()
  return root !== null && at === text.length ? root : null
}

const isEmpty = (node: Node): boolean =>
  node.type === 'object' ? node.members.length === 0 : node.type === 'array' && node.items.length === 0

const mark = (text: string): JsonToken => ({ kind: 'punctuation', text })

const pointedAt = (token: JsonToken): JsonToken => ({ ...token, pointed: true })

function keyText(source: string): string {
  try {
    const key: unknown = JSON.parse(source)
    return typeof key === 'string' ? key : source
  } catch {
    return source
  }
}

/** The value at the end of a path, or the nearest one around it that is there, and how many steps lead to it. */
function nodeAt(root: Node, path: readonly string[]): { readonly node: Node; readonly steps: number } {
  let node = root
  let steps = 0
  for (const step of path) {
    // Of a key that stands there twice the last one counts.
    const next: Node | undefined =
      node.type === 'object'
        ? node.members.findLast(({ key }) => keyText(key) === step)?.value
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

/** The tokens of a node on one line, or null where it would be longer than `room` or nests too much. */
function inline(node: Node, room: number, target: Node | null): readonly JsonToken[] | null {
  const tokens: JsonToken[] = []
  let length = 0
  const push = (token: JsonToken): boolean => {
    tokens.push(token)
    length += token.text.length
    return length <= room
  }
  const write = (current: Node, depth: number): boolean => {
    const from = tokens.length
    const fits = writePlain(current, depth)
    if (fits && current === target) tokens.splice(from, tokens.length, ...tokens.slice(from).map(pointedAt))
    return fits
  }
  const writePlain = (current: Node, depth: number): boolean => {
    if (current.type === 'scalar') return push({ kind: current.kind, text: current.source })
    if (depth > 0 && (current.type === 'object' ? current.members : current.items).length > 0) return false
    if (current.type === 'object') {
      if (!push(mark('{'))) return false
      for (const [index, { key, value }] of current.members.entries()) {
        if (index > 0 && !push(mark(', '))) return false
        if (!push({ kind: 'key', text: key }) || !push(mark(': ')) || !write(value, depth + 1)) return false
      }
      return push(mark('}'))
    }
    if (!push(mark('['))) return false
    for (const [index, item] of current.items.entries()) {
      if (index > 0 && !push(mark(', '))) return false
      if (!write(item, depth + 1)) return false
    }
    return push(mark(']'))
  }
  return write(node, 0) ? tokens : null
}

/**
 * Lays a JSON text out for reading: every string and number keeps its source characters, short containers
 * stay on one line. Null where the text is not JSON; then it is shown exactly as it is. The value at the end of `path`, or
 * the nearest one around it, is pointed at.
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
    plainLead: readonly JsonToken[],
    tail: readonly JsonToken[],
    member: string | null,
  ): void => {
    const point = (tokens: readonly JsonToken[]): readonly JsonToken[] =>
      node === target ? tokens.map(pointedAt) : tokens
    const lead = point(plainLead)
    const leadLength = lead.reduce((sum, token) => sum + token.text.length, 0)
    const short =
      node.type === 'scalar' || indent > 0 || isEmpty(node)
        ? inline(node, INLINE_LIMIT - indent * 2 - leadLength, target)
        : null
    if (node.type === 'scalar') {
      lines.push({
        indent,
        member,
        tokens: [...lead, ...point([{ kind: node.kind, text: node.source }]), ...tail],
      })
      return
    }
    if (short !== null) {
      lines.push({ indent, member, tokens: [...lead, ...short, ...tail] })
      return
    }
    const [open, close] = node.type === 'object' ? ['{', '}'] : ['[', ']']
    const children =
      node.type === 'object'
        ? node.members.map(({ key, value }) => ({ key, value }))
        : node.items.map((value) => ({ key: null, value }))
    lines.push({ indent, member, tokens: [...lead, ...point([mark(open)])] })
    for (const [index, { key, value }] of children.entries()) {
      const childLead: JsonToken[] = key === null ? [] : [{ kind: 'key', text: key }, mark(': ')]
      const childTail = index < children.length - 1 ? [mark(',')] : []
      write(value, indent + 1, childLead, childTail, member ?? (key === null ? null : key.slice(1, -1)))
    }
    lines.push({ indent, member, tokens: [mark(close), ...tail] })
  }

  write(root, 0, [], [], null)
  return lines
}

/** The laid-out text as one string, for the clipboard. */
export function prettyJson(text: string): string | null {
  const lines = jsonLines(text)
  return lines === null
    ? null
    : lines
        .map((line) => '  '.repeat(line.indent) + line.tokens.map((token) => token.text).join(''))
        .join('\n')
}
