/** A map or a list that is open at the cursor. */
export interface OpenNode {
  readonly kind: 'map' | 'list'
  /** Keys of a map in the order in which they were written; the last one holds what follows. */
  readonly keys: readonly string[]
}

/** The position of the cursor in the structure of a YAML text. */
export interface YamlPlace {
  /** What is open there, from the outside in. */
  readonly nodes: readonly OpenNode[]
  /** What is being written: a key of the innermost map, an item of the innermost list, or a value of the last key. */
  readonly writes: 'key' | 'item' | 'value'
  /** What was typed of it, up to the cursor. */
  readonly typed: string
}

interface Frame extends OpenNode {
  readonly keys: string[]
  /** Column of its keys or dashes; null inside of brackets. */
  readonly indent: number | null
  /** Behind the colon of the last key, or at an item of a list. */
  isAtValue: boolean
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?`
/** A text up to the mark that ends it; outside of brackets commas and brackets are part of it. */
const IN_BRACKETS = new RegExp(String.raw`^(?:${QUOTED}|(?:[^,[\]{}:#]|:(?!\s|$)|(?<=\S)#)+)`)
const IN_BLOCK = new RegExp(String.raw`^(?:${QUOTED}|(?:[^:#]|:(?!\s|$)|(?<=\S)#)+)`)
const BLOCK_KEY = /^("[^"]*"|'[^']*'|[^\s,[\]{}#'":][^:#]*?):(?:\s+|$)/
const DASH = /^-(?:\s+|$)/

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

/** Reads a text line by line and tracks the nodes that are open at its end. */
function createReader() {
  const frames: Frame[] = []
  let typed = ''
  const open = (kind: Frame['kind'], indent: number | null): Frame => {
    const frame: Frame = { kind, indent, keys: [], isAtValue: kind === 'list' }
    frames.push(frame)
    return frame
  }

  /** Closes nodes that are indented further. A list may start at the column of its key. */
  const closeBlocks = (indent: number, isItem: boolean): void => {
    for (let top = frames.at(-1); top !== undefined; top = frames.at(-1)) {
      const at = top.indent ?? indent
      if (at < indent || (at === indent && (isItem || top.kind === 'map'))) break
      frames.pop()
    }
    const top = frames.at(-1)
    if (top?.indent === indent && top.kind === 'map' && !isItem) top.isAtValue = false
  }

  const inBrackets = (line: string): void => {
    for (let rest = line.trimStart(); rest !== '' && !rest.startsWith('#'); rest = rest.trimStart()) {
      const top = frames.at(-1)
      const mark = rest.charAt(0)
      const text = IN_BRACKETS.exec(rest)?.[0] ?? ''
      rest = rest.slice(Math.max(1, text.length))
      if (text !== '') {
        typed = text
        continue
      }
      if (mark === '{' || mark === '[') open(mark === '{' ? 'map' : 'list', null)
      else if (mark === '}' || mark === ']') {
        if (top?.indent === null) frames.pop()
      } else if (mark === ',' && top !== undefined) top.isAtValue = top.kind === 'list'
      else if (mark === ':' && top?.kind === 'map' && !top.isAtValue) {
        top.keys.push(unquoted(typed.trim()))
        top.isAtValue = true
      }
      typed = ''
    }
  }

  const inBlock = (line: string, column: number): void => {
    let rest = line
    let indent = column
    for (let dash = DASH.exec(rest); dash !== null; dash = DASH.exec(rest)) {
      const top = frames.at(-1)
      if (top?.kind !== 'list' || top.indent !== indent) open('list', indent)
      rest = rest.slice(dash[0].length)
      indent += dash[0].length
    }
    const key = BLOCK_KEY.exec(rest)
    const top = frames.at(-1)
    const isOpen = top?.kind === 'map' && top.indent === indent
    if (key === null) {
      // A line of its own begins a map, a dash may begin a text, too.
      if (!isOpen && rest === line && !/^[[{]/.test(rest)) open('map', indent)
    } else {
      const map = isOpen ? top : open('map', indent)
      map.keys.push(unquoted(key[1] ?? ''))
      map.isAtValue = true
      rest = rest.slice(key[0].length)
    }
    if (/^[[{]/.test(rest)) inBrackets(rest)
    else typed = IN_BLOCK.exec(rest)?.[0] ?? ''
  }

  return {
    line(text: string): void {
      typed = ''
      const indent = text.search(/\S|$/)
      const rest = text.slice(indent)
      if (frames.some((frame) => frame.indent === null)) {
        inBrackets(rest)
      } else if (!rest.startsWith('#')) {
        closeBlocks(indent, DASH.test(rest))
        inBlock(rest, indent)
      }
    },
    place(): YamlPlace {
      const top = frames.at(-1)
      const writes = top?.isAtValue !== true ? 'key' : top.kind === 'list' ? 'item' : 'value'
      return { nodes: frames.map(({ kind, keys }) => ({ kind, keys })), writes, typed }
    },
  }
}

/** The position of the cursor at the end of `before`; null in a comment. */
export function yamlPlace(before: string): YamlPlace | null {
  const lines = before.split('\n')
  const last = lines.pop() ?? ''
  if (/(?:^|\s)#[^"']*$/.test(last)) return null
  const reader = createReader()
  for (const line of lines) if (line.trim() !== '') reader.line(line)
  reader.line(last)
  return reader.place()
}
