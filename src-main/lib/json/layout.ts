import { isJson, skipSpace, tokenEnd } from './scan'

const INDENT = '  '

/** Removes white space between tokens and keeps everything else as written; null if the text is not JSON. */
export function compactJson(text: string): string | null {
  return isJson(text) ? withoutSpace(text) : null
}

/** Puts one member or item on each line, indented by two spaces; null if the text is not JSON. */
export function layOutJson(text: string): string | null {
  return isJson(text) ? indentJson(text) : null
}

function withoutSpace(text: string): string {
  const parts: string[] = []
  for (let at = skipSpace(text, 0), end; at < text.length; at = skipSpace(text, end)) {
    end = tokenEnd(text, at)
    parts.push(text.slice(at, end))
  }
  return parts.join('')
}

function indentJson(text: string): string {
  const parts: string[] = []
  let depth = 0
  const startLine = (): void => {
    parts.push('\n', INDENT.repeat(depth))
  }
  for (let at = skipSpace(text, 0), end; at < text.length; at = skipSpace(text, end)) {
    end = tokenEnd(text, at)
    const token = text.slice(at, end)
    if (token === '{' || token === '[') {
      const next = skipSpace(text, end)
      const isEmpty = text[next] === '}' || text[next] === ']'
      if (isEmpty) {
        parts.push(token, text.charAt(next))
        end = next + 1
      } else {
        depth += 1
        parts.push(token)
        startLine()
      }
    } else if (token === '}' || token === ']') {
      depth -= 1
      startLine()
      parts.push(token)
    } else {
      parts.push(token)
      if (token === ',') startLine()
      else if (token === ':') parts.push(' ')
    }
  }
  return parts.join('')
}
