/** Part of a line: `code`, **strong**, _emphasis_, or a link to another section. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly place: string }

export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly { readonly place: string | null; readonly cells: readonly string[] }[]
    }

interface Section {
  readonly title: string
  readonly blocks: readonly Block[]
}

const ANCHOR = /<a id="([^"]+)"><\/a>/
const HEADING = /^#{2,3} /
const ITEM = /^(?:[-*]|\d+\.) /

const withoutAnchor = (text: string): string => text.replace(ANCHOR, '').trim()

/** The section of a place such as 5.1, or the one that contains a numbered row such as 12.13. */
export function sectionOf(page: string, place: string): Section | null {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => ANCHOR.exec(line)?.[1] === place)
  if (at < 0) return null
  const start = lines.findLastIndex((line, index) => index <= at && HEADING.test(line))
  const heading = lines[start] ?? ''
  const depth = heading.startsWith('### ') ? HEADING : /^## /
  const length = lines.slice(start + 1).findIndex((line) => depth.test(line))
  return {
    title: withoutAnchor(heading.replace(HEADING, '')).replaceAll('`', ''),
    blocks: blocksOf(lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)),
  }
}

/** Lines between blank lines; a fenced sample is one group. */
function groupsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  let isFenced = false
  let isOpen = false
  for (const line of lines) {
    const group = groups.at(-1)
    if (line.startsWith('```')) {
      if (isFenced) group?.push(line)
      else groups.push([line])
      isFenced = !isFenced
      isOpen = false
    } else if (isFenced) group?.push(line)
    else if (line === '') isOpen = false
    else if (isOpen) group?.push(line)
    else {
      groups.push([line])
      isOpen = true
    }
  }
  return groups
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  return groupsOf(lines).map((group): Block => {
    const [first = ''] = group
    if (first.startsWith('```')) return { kind: 'code', text: group.slice(1, -1).join('\n') }
    if (HEADING.test(first)) return { kind: 'heading', text: withoutAnchor(first.replace(HEADING, '')) }
    if (first.startsWith('|')) return tableOf(group)
    if (ITEM.test(first)) {
      return { kind: 'list', isNumbered: /^\d/.test(first), items: itemsOf(group) }
    }
    return { kind: 'paragraph', text: withoutAnchor(group.join(' ')) }
  })
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}

function tableOf(lines: readonly string[]): Block {
  const [head = '', , ...rows] = lines
  return {
    kind: 'table',
    head: cellsOf(head),
    rows: rows.map((row) => ({ place: ANCHOR.exec(row)?.[1] ?? null, cells: cellsOf(row) })),
  }
}

const cellsOf = (row: string): readonly string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => withoutAnchor(cell.replaceAll('\\|', '|')))

const PART = /`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)_([^_]+)_(?!\w)|\[([^\]]+)\]\(([^)]*)\)/g

/** A link to another guide becomes plain text: only this page is in the program. */
export function inlineOf(text: string): readonly Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    parts.push(partOf(match))
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function partOf([whole, code, strong, emphasis, label, target]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (label === undefined) return { kind: 'text', text: whole }
  return target?.startsWith('#') === true
    ? { kind: 'link', text: label, place: target.slice(1) }
    : { kind: 'text', text: label }
}
