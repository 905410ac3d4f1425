import type { JsonNode, JsonObject } from '../../json/node'

/** The same data with every text in it changed; names stay. */
export function mapTexts(node: JsonNode, change: (text: string) => string): JsonNode {
  return mapLeaves(node, (leaf) =>
    leaf.type === 'string' ? { type: 'string', value: change(leaf.value) } : leaf,
  )
}

/** The same data with words instead of its booleans. */
export function mapBooleans(node: JsonNode, yes: string, no: string): JsonNode {
  return mapLeaves(node, (leaf) =>
    leaf.type === 'boolean' ? { type: 'string', value: leaf.value ? yes : no } : leaf,
  )
}

/** The same data with a word instead of its nulls. */
export function mapNulls(node: JsonNode, word: string): JsonNode {
  return mapLeaves(node, (leaf) => (leaf.type === 'null' ? { type: 'string', value: word } : leaf))
}

function mapLeaves(node: JsonNode, change: (leaf: JsonNode) => JsonNode): JsonNode {
  if (node.type === 'array')
    return { type: 'array', items: node.items.map((item) => mapLeaves(item, change)) }
  if (node.type !== 'object') return change(node)
  return {
    type: 'object',
    members: node.members.map(({ key, value }) => ({ key, value: mapLeaves(value, change) })),
  }
}

/** The same data without one of its members. */
export function withoutMember(root: JsonObject, key: string): JsonObject {
  return { type: 'object', members: root.members.filter((member) => member.key !== key) }
}

/** Percent-decoded once more; what cannot be decoded stays as it is. */
export function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const HTML_ENTITIES: readonly (readonly [character: string, entity: string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#039;'],
]

/** As htmlspecialchars writes it. */
export function htmlEscaped(text: string): string {
  return HTML_ENTITIES.reduce((escaped, [character, entity]) => escaped.replaceAll(character, entity), text)
}

/** The characters of the five usual entities. */
export function htmlUnescaped(text: string): string {
  return HTML_ENTITIES.reduceRight(
    (unescaped, [character, entity]) => unescaped.replaceAll(entity, character),
    text.replaceAll('&#39;', "'"),
  )
}

/** Characters outside ASCII as JSON may escape them, on request slashes too. */
export function jsonEscaped(text: string, slashes: boolean): string {
  const escaped = Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at)
    return unit < 0x80 ? text.charAt(at) : `\\u${unit.toString(16).padStart(4, '0')}`
  }).join('')
  return slashes ? escaped.replaceAll('/', '\\/') : escaped
}
