import type { JsonNode } from './node'

/** Whether a tree has more than `most` values, containers and the root included. Stops counting at the first one above. */
export function hasMoreValues(root: JsonNode, most: number): boolean {
  let left = most
  const visit = (node: JsonNode): boolean => {
    left -= 1
    if (left < 0) return true
    if (node.type === 'array') return node.items.some(visit)
    return node.type === 'object' && node.members.some(({ value }) => visit(value))
  }
  return visit(root)
}
