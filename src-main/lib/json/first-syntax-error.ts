import { isJsonSpace, skipSpace } from './scan'

/** Where a text stops being JSON, and what could have stood there. */
export interface JsonSyntaxError {
  readonly offset: number
  readonly expected: string
}

const escapes = '"\\/bfnrt'
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const word = /true|false|null/y
const fourHexDigits = /[\da-fA-F]{4}/y

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

type Step = { readonly end: number } | JsonSyntaxError

const readString = (text: string, open: number): Step => {
  let at = open + 1
  for (;;) {
    if (at >= text.length) return { offset: at, expected: 'the closing quote of a string' }
    const code = text.charCodeAt(at)
    if (code === 0x22) return { end: at + 1 }
    if (code < 0x20)
      return { offset: at, expected: 'an escape such as \\n instead of a raw control character' }
    if (code !== 0x5c) {
      at += 1
    } else if (text.charAt(at + 1) === 'u') {
      if (matchAt(fourHexDigits, text, at + 2) === 0)
        return { offset: at, expected: '\\u with four hex digits' }
      at += 6
    } else {
      const letter = text.charAt(at + 1)
      if (letter === '' || !escapes.includes(letter))
        return { offset: at, expected: 'one of the escapes of JSON' }
      at += 2
    }
  }
}

const readScalar = (text: string, at: number): Step => {
  if (text.charAt(at) === '"') return readString(text, at)
  const length = matchAt(number, text, at) || matchAt(word, text, at)
  return length > 0 ? { end: at + length } : { offset: at, expected: 'a value' }
}

const readKeyAndColon = (text: string, at: number): Step => {
  if (text.charAt(at) !== '"') return { offset: at, expected: 'a key in double quotes' }
  const key = readString(text, at)
  if ('offset' in key) return key
  const colon = skipSpace(text, key.end)
  return text.charAt(colon) === ':'
    ? { end: colon + 1 }
    : { offset: colon, expected: 'a colon after the key' }
}

/**
 * The first place where a text breaks the grammar of RFC 8259; undefined for valid JSON. Call it once a parser has
 * refused the text: the messages of the parsers differ from runtime to runtime. Does not call itself, so no depth is too much.
 */
export const firstSyntaxError = (text: string): JsonSyntaxError | undefined => {
  const closers: string[] = []
  let at = 0
  for (;;) {
    // A value must begin here.
    at = skipSpace(text, at)
    const first = text.charAt(at)
    let step: Step
    if (first === '{' || first === '[') {
      const closer = first === '{' ? '}' : ']'
      const inside = skipSpace(text, at + 1)
      if (text.charAt(inside) === closer) {
        step = { end: inside + 1 }
      } else {
        closers.push(closer)
        step = closer === '}' ? readKeyAndColon(text, inside) : { end: inside }
        if ('offset' in step) return step
        at = step.end
        continue
      }
    } else {
      step = readScalar(text, at)
    }
    if ('offset' in step) return step
    at = step.end
    // The value is complete: close the containers that end here, or go on after a comma.
    for (;;) {
      at = skipSpace(text, at)
      const closer = closers.at(-1)
      if (closer === undefined)
        return at < text.length ? { offset: at, expected: 'nothing after the value' } : undefined
      const next = text.charAt(at)
      at += 1
      if (next === closer) {
        closers.pop()
      } else if (next !== ',') {
        return { offset: at - 1, expected: `a comma or ${closer}` }
      } else {
        if (closer === ']') break
        const key = readKeyAndColon(text, skipSpace(text, at))
        if ('offset' in key) return key
        at = key.end
        break
      }
    }
  }
}

/** Describes the character at an offset for a message: `'x'`, `the character U+0009`, `the end of the text`. */
export const describeCharacter = (text: string, offset: number): string => {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  const code = character.codePointAt(0) ?? 0
  if (offset >= text.length) return 'the end of the text'
  if (code < 0x21 || isJsonSpace(code) || code === 0x7f || character.trim() === '') {
    return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  }
  return `'${character}'`
}
