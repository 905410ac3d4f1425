import type { JsonNode } from '../../lib/json/node'

const digitOfWord: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['True', '1'],
  ['false', '0'],
  ['False', '0'],
])

/** Whether any text in the value is a word that {@link withBooleanWords} reads. */
export const holdsBooleanWord = (node: JsonNode): boolean => {
  switch (node.type) {
    case 'object':
      return node.members.some(({ value }) => holdsBooleanWord(value))
    case 'array':
      return node.items.some(holdsBooleanWord)
    case 'string':
      return digitOfWord.has(node.value)
    default:
      return false
  }
}

/**
 * Reads the words `true`, `True`, `false` and `False` as booleans. URL builders write booleans as words although the
 * merchant's code signed `1` and `0`, so the form accepts a signature by either reading (contract 2.6).
 */
export const withBooleanWords = (node: JsonNode): JsonNode => {
  switch (node.type) {
    case 'object':
      return {
        type: 'object',
        members: node.members.map(({ key, value }) => ({ key, value: withBooleanWords(value) })),
      }
    case 'array':
      return { type: 'array', items: node.items.map(withBooleanWords) }
    case 'string':
      return { type: 'string', value: digitOfWord.get(node.value) ?? node.value }
    default:
      return node
  }
}
