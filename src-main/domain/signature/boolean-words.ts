import type { JsonNode } from '#lib/json/node'

/** Booleans as URL builders write them (contract 2.6). */
const BOOLEAN_WORD = /^(?:[Tt]rue|[Ff]alse)$/

/** Whether {@link withBooleanWords} changes the value. */
export const holdsBooleanWord = (node: JsonNode): boolean => {
  switch (node.type) {
    case 'object':
      return node.members.some(({ value }) => holdsBooleanWord(value))
    case 'array':
      return node.items.some(holdsBooleanWord)
    case 'string':
      return BOOLEAN_WORD.test(node.value)
    default:
      return false
  }
}

/** Reads the words as booleans: URL builders write them although `1` and `0` were signed (contract 2.6). */
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
      return BOOLEAN_WORD.test(node.value) ? { type: 'boolean', value: /^t/i.test(node.value) } : node
    default:
      return node
  }
}
