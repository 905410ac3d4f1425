import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { closingQuote, skipSpace, tokenEnd, unescaped } from './scan'
import type { JsonNode } from './node'

/** Range of a value. For a string it excludes the quotes, so that a mask keeps the text valid JSON. */
export interface Span {
  readonly path: readonly string[]
  readonly kind: 'string' | 'scalar' | 'object' | 'array'
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

type Paths = readonly (readonly string[])[]

interface Frame {
  readonly kind: 'object' | 'array'
  readonly start: number
  /** The requested path of this container itself. */
  readonly wanted: readonly string[] | undefined
  /** Requested paths into this container. Its keys are read only if there is such a path. */
  readonly inside: Paths
  key: string
  index: number
  keyIsDue: boolean
}

const isIndex = (step: string | undefined): boolean => step !== undefined && /^\d+$/.test(step)

/**
 * Finds all values at the given paths (keys and decimal indexes), including repeated keys, ordered by start.
 * It is used to mask stored card data, so it also follows the structure of text that the parser refuses
 * (cut off, too deep, trailing commas) as far as possible. Never throws.
 */
export const locateValues = (text: string, paths: Paths): Span[] => {
  const spans: Span[] = []
  const frames: Frame[] = []
  /** Number of open containers inside the last frame; no path leads into them. */
  let deeper = 0

  const pathsLeadingHere = (): Paths => {
    const frame = frames.at(-1)
    if (frame === undefined) return paths
    if (frame.inside.length === 0) return frame.inside
    return frame.inside.filter((path) => path[frames.length - 1] === frame.key)
  }

  const open = (kind: Frame['kind'], start: number): void => {
    const depth = frames.length
    const leading = deeper > 0 ? [] : pathsLeadingHere()
    const wanted = leading.find((path) => path.length === depth)
    const inside = leading.filter(
      (path) => path.length > depth && (kind === 'object' || isIndex(path[depth])),
    )
    if (wanted === undefined && inside.length === 0) {
      deeper += 1
      return
    }
    const isObject = kind === 'object'
    frames.push({ kind, start, wanted, inside, key: isObject ? '' : '0', index: 0, keyIsDue: isObject })
  }

  const close = (end: number): void => {
    if (deeper > 0) {
      deeper -= 1
      return
    }
    const frame = frames.pop()
    if (frame?.wanted !== undefined)
      spans.push({ path: frame.wanted, kind: frame.kind, start: frame.start, end })
  }

  const openFrame = (): Frame | undefined => (deeper > 0 ? undefined : frames.at(-1))

  const read = (kind: 'string' | 'scalar', start: number, end: number): void => {
    const frame = openFrame()
    if (frame?.keyIsDue !== true) {
      const wanted = deeper > 0 ? undefined : pathsLeadingHere().find((path) => path.length === frames.length)
      if (wanted !== undefined) spans.push({ path: wanted, kind, start, end })
    } else if (frame.inside.length > 0) {
      // Unquoted and single-quoted keys are not JSON, but must not hide a card number.
      frame.key =
        kind === 'string' ? unescaped(text.slice(start, end)) : text.slice(start, end).replaceAll("'", '')
    }
  }

  const passComma = (frame: Frame | undefined): void => {
    if (frame?.kind === 'object') frame.keyIsDue = true
    if (frame?.kind === 'array' && frame.inside.length > 0) frame.key = String((frame.index += 1))
  }

  const passColon = (frame: Frame | undefined): void => {
    if (frame !== undefined) frame.keyIsDue = false
  }

  for (let at = skipSpace(text, 0), end; at < text.length; at = skipSpace(text, end)) {
    end = at + 1
    switch (text.charAt(at)) {
      case '{':
        open('object', at)
        break
      case '[':
        open('array', at)
        break
      case '}':
      case ']':
        close(end)
        break
      case ',':
        passComma(openFrame())
        break
      case ':':
        passColon(openFrame())
        break
      case '"': {
        const quote = closingQuote(text, end)
        read('string', end, quote)
        end = quote + 1
        break
      }
      default:
        end = tokenEnd(text, at)
        read('scalar', at, end)
    }
  }
  deeper = 0
  while (frames.length > 0) close(text.length)
  return spans.sort((left, right) => left.start - right.start)
}

/** Finds keys and texts that satisfy `isMeant`, except in members that `passesOver` skips and below found keys. */
export function textPlaces(
  root: JsonNode,
  isMeant: (text: string) => boolean,
  options: { readonly most?: number; readonly passesOver?: (key: string, depth: number) => boolean } = {},
) {
  const { most = LIMITS.namedPaths, passesOver } = options
  const path: (string | number)[] = []
  const paths: string[] = []
  let count = 0
  const note = (): void => {
    count += 1
    if (paths.length < most) paths.push(boundedPath(path))
  }
  const visit = (node: JsonNode): void => {
    switch (node.type) {
      case 'object':
        for (const { key, value } of node.members) {
          if (passesOver?.(key, path.length) === true) continue
          path.push(key)
          if (isMeant(key)) note()
          else visit(value)
          path.pop()
        }
        return
      case 'array':
        node.items.forEach((item, index) => {
          path.push(index)
          visit(item)
          path.pop()
        })
        return
      case 'string':
        if (isMeant(node.value)) note()
        return
      default:
    }
  }
  visit(root)
  return {
    /** Dotted paths, shortened; the first `most` of all `count` matches. */
    paths,
    count,
  }
}
