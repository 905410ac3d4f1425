import { boundedPath } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import type { JsonNode } from './node'

/** Where something stands in a JSON value. */
export interface TextPlaces {
  /** Dotted paths, shortened; the first `most`. */
  readonly paths: readonly string[]
  /** How many places there are in all. */
  readonly count: number
}

/**
 * Finds the keys and texts for which `isMeant` holds; does not look below such a key. Takes time in proportion to the size of
 * the value, and builds a path only for a place that it names.
 */
export function textPlaces(
  root: JsonNode,
  isMeant: (text: string) => boolean,
  options: { readonly most?: number; readonly passesOver?: (key: string, depth: number) => boolean } = {},
): TextPlaces {
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
  return { paths, count }
}
