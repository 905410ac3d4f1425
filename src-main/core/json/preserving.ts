import { parse, type ValueNode } from '@humanwhocodes/momoa'
import type { JsonMember, JsonNode } from './node'

/** A tree that keeps what was written, and the keys that the text repeats. */
export interface PreservedJson {
  readonly root: JsonNode
  /** Dotted paths (`general.project_id`, `items.0.id`) in the order in which they were repeated first; at most 1000. */
  readonly duplicateKeys: readonly string[]
}

/** A text of repeated long keys would otherwise grow many times over. */
const MOST_REPEATED = 1000

/**
 * Parses a text keeping the spelling of numbers, the order of all keys and the knowledge of repeated ones. The last
 * of several equal keys gives the value, the first gives the place, as in the JSON readers of PHP, Python and
 * JavaScript. Only for text that JSON.parse accepts and that is not too deep: this parser is the laxer one (it lets
 * raw control characters pass) and calls itself for every level.
 */
export const parsePreserving = (text: string): PreservedJson => {
  const repeated = new Set<string>()
  const root = nodeOf(parse(text, { mode: 'json' }).body, text, '', repeated)
  return { root, duplicateKeys: [...repeated] }
}

const nodeOf = (from: ValueNode, text: string, prefix: string, repeated: Set<string>): JsonNode => {
  switch (from.type) {
    case 'Object': {
      const byKey = new Map<string, JsonMember>()
      for (const member of from.members) {
        const key = member.name.type === 'String' ? member.name.value : member.name.name
        const path = prefix + key
        if (byKey.has(key) && repeated.size < MOST_REPEATED) repeated.add(path)
        byKey.set(key, { key, value: nodeOf(member.value, text, `${path}.`, repeated) })
      }
      return { type: 'object', members: [...byKey.values()] }
    }
    case 'Array':
      return {
        type: 'array',
        items: from.elements.map(({ value }, index) => nodeOf(value, text, `${prefix}${index}.`, repeated)),
      }
    case 'String':
      return { type: 'string', value: from.value }
    case 'Number':
      return {
        type: 'number',
        text: text.slice(from.loc.start.offset, from.loc.end.offset),
        value: from.value,
      }
    case 'Boolean':
      return { type: 'boolean', value: from.value }
    case 'Null':
      return { type: 'null' }
    default:
      throw new TypeError(`${from.type} is no JSON value`)
  }
}
