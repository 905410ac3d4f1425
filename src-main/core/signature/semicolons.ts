import type { JsonNode } from '../json/node'

/** More places make a sentence that nobody reads. */
const MOST_NAMED = 3
const LONGEST_NAME = 100

/**
 * A sentence where a key or a text that is signed holds a semicolon; null where none does. The lines of the string to
 * sign are joined with it, so other data can give the same string. JSON messages are only warned about, the form
 * refuses them (contract 2.6).
 */
export const semicolonWarning = (root: JsonNode): string | null => {
  const places = semicolonPlaces(root)
  if (places.length === 0) return null
  const named = places.slice(0, MOST_NAMED).map((path) => path.slice(0, LONGEST_NAME))
  const names = places.length > named.length ? `${named.join(', ')} and more` : named.join(', ')
  return `A semicolon stands in ${names}. It also joins the lines of the string to sign, so other data can give the same signature; leave it out where you can (contract 2.6).`
}

/** Paths of the members, joined with points, whose key or text holds a semicolon; those below such a key once. */
const semicolonPlaces = (root: JsonNode): readonly string[] => {
  const places: string[] = []
  const visit = (node: JsonNode, path: string): void => {
    switch (node.type) {
      case 'object':
        for (const { key, value } of node.members) {
          if (key === 'signature') continue
          const inner = path === '' ? key : `${path}.${key}`
          if (key.includes(';')) places.push(inner)
          else visit(value, inner)
        }
        return
      case 'array':
        node.items.forEach((item, index) => visit(item, path === '' ? String(index) : `${path}.${index}`))
        return
      case 'string':
        if (node.value.includes(';')) places.push(path)
        return
      default:
    }
  }
  visit(root, '')
  return places
}
