import { isJsonSpace, skipSpace, stringEnd } from './survey'

const INDENT = '  '

/**
 * The same JSON without white space between its tokens; null where the text is no JSON. Strings, numbers, escapes,
 * repeated keys and their order stay as they were written.
 */
export function compactJson(text: string): string | null {
  return isJson(text) ? withoutSpace(text) : null
}

/** The same JSON with one member or item a line, indented by two spaces; null where the text is no JSON. */
export function layOutJson(text: string): string | null {
  return isJson(text) ? indented(withoutSpace(text)) : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function withoutSpace(text: string): string {
  const parts: string[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const from = at
    while (at < text.length && !isJsonSpace(text.charCodeAt(at))) {
      at = text.charCodeAt(at) === 0x22 ? stringEnd(text, at) : at + 1
    }
    parts.push(text.slice(from, at))
    at = skipSpace(text, at)
  }
  return parts.join('')
}

/** `text` has no white space between its tokens. */
function indented(text: string): string {
  const parts: string[] = []
  let depth = 0
  let from = 0
  let at = 0
  const breakAt = (end: number): void => {
    parts.push(text.slice(from, end), '\n', INDENT.repeat(depth))
    from = end
  }
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"') {
      at = stringEnd(text, at)
      continue
    }
    at += 1
    if (character === '{' || character === '[') {
      const next = text.charAt(at)
      if (next === '}' || next === ']') {
        at += 1
        continue
      }
      depth += 1
      breakAt(at)
    } else if (character === '}' || character === ']') {
      depth -= 1
      breakAt(at - 1)
    } else if (character === ',') {
      breakAt(at)
    } else if (character === ':') {
      parts.push(text.slice(from, at), ' ')
      from = at
    }
  }
  parts.push(text.slice(from))
  return parts.join('')
}
