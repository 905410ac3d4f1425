import { isRecord } from '#lib/json/record'
import type { OpenNode, YamlPlace } from './yaml-place'

/** A key or value that the schema allows at a place, with its explanation. */
export interface SchemaWord {
  readonly text: string
  readonly kind: 'key' | 'value'
  /** The type of its value, in a word or two. */
  readonly holds: string
  readonly explanation: string
}

type Schema = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const propertiesOf = (schema: Schema): Schema => (isRecord(schema['properties']) ? schema['properties'] : {})

/** The schema itself, or its alternatives (`anyOf`). */
function alternatives(schema: unknown): readonly Schema[] {
  if (!isRecord(schema)) return []
  return Array.isArray(schema['anyOf']) ? schema['anyOf'].flatMap(alternatives) : [schema]
}

/** The map schemas that allow all of these keys. */
const fitting = (schemas: readonly Schema[], keys: readonly string[]): readonly Schema[] =>
  schemas.filter(
    (schema) =>
      schema['type'] === 'object' &&
      keys.every(
        (key) => Object.hasOwn(propertiesOf(schema), key) || isRecord(schema['additionalProperties']),
      ),
  )

function valueOf(schema: Schema, key: string): unknown {
  const properties = propertiesOf(schema)
  return Object.hasOwn(properties, key) ? properties[key] : schema['additionalProperties']
}

/** The schemas for the innermost of the nodes. */
function descend(root: unknown, nodes: readonly OpenNode[]): readonly Schema[] {
  let schemas = alternatives(root)
  for (const [at, { kind, keys }] of nodes.entries()) {
    const isInnermost = at === nodes.length - 1
    if (kind === 'list') {
      const lists = schemas.filter((schema) => schema['type'] === 'array')
      schemas = isInnermost ? lists : lists.flatMap((schema) => alternatives(schema['items']))
      continue
    }
    schemas = fitting(schemas, keys)
    const last = keys.at(-1)
    if (isInnermost || last === undefined) continue
    schemas = schemas.flatMap((schema) => alternatives(valueOf(schema, last)))
  }
  return schemas
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'members',
  array: 'list',
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
}

/** The type of a value in a word: `text`, `list`, `one of 6`. */
function holdsOf(schema: unknown): string {
  const words = alternatives(schema).map((each) =>
    Array.isArray(each['enum'])
      ? `one of ${String(each['enum'].length)}`
      : (KINDS[textOf(each['type'])] ?? ''),
  )
  return [...new Set(words)].filter((word) => word !== '').join(', ')
}

/**
 * The keys of maps, each once, without those already written. If several maps are possible, the first key decides which one
 * applies.
 */
function keyWords(schemas: readonly Schema[], written: readonly string[]): readonly SchemaWord[] {
  const words = new Map<string, SchemaWord>()
  const maps = fitting(schemas, written)
  const isUndecided = maps.length > 1 && written.length === 0
  for (const schema of maps) {
    const required = listOf(schema['required'])
    for (const [text, value] of Object.entries(propertiesOf(schema))) {
      if (written.includes(text) || words.has(text) || !isRecord(value)) continue
      if (isUndecided && required.length > 0 && !required.includes(text)) continue
      // What a step does stands with the step.
      const about =
        textOf(value['description']) || (required[0] === text ? textOf(schema['description']) : '')
      words.set(text, { text, kind: 'key', holds: holdsOf(value), explanation: about })
    }
  }
  return [...words.values()]
}

/** The allowed values. */
function valueWords(schemas: readonly Schema[], about: string): readonly SchemaWord[] {
  return schemas.flatMap((schema) => {
    const values =
      schema['const'] !== undefined
        ? [schema['const']]
        : schema['type'] === 'boolean'
          ? [true, false]
          : listOf(schema['enum'])
    const explanation = textOf(schema['description']) || about
    return values.map((value): SchemaWord => ({ text: String(value), kind: 'value', holds: '', explanation }))
  })
}

/** The keys and values that a JSON schema without references allows at a place. */
export function wordsAt(root: unknown, { nodes, writes }: YamlPlace): readonly SchemaWord[] {
  const inside = nodes.length === 0 ? alternatives(root) : descend(root, nodes)
  const keys = nodes.at(-1)?.keys ?? []
  if (writes === 'key') return keyWords(inside, keys)
  if (writes === 'item') {
    const items = inside.flatMap((schema) => alternatives(schema['items']))
    return [...valueWords(items, ''), ...keyWords(items, [])]
  }
  const last = keys.at(-1) ?? ''
  return inside.flatMap((schema) => {
    const value = valueOf(schema, last)
    return valueWords(alternatives(value), isRecord(value) ? textOf(value['description']) : '')
  })
}

/** The schema's explanation of a key at a place; null if the schema does not know the key. */
export function explainKey(root: unknown, { nodes }: YamlPlace, key: string): SchemaWord | null {
  const top = nodes.at(-1)
  const inside = nodes.length === 0 ? alternatives(root) : descend(root, nodes)
  const schemas = top?.kind === 'list' ? inside.flatMap((schema) => alternatives(schema['items'])) : inside
  const written = (top?.keys ?? []).filter((each) => each !== key)
  return keyWords(schemas, written).find(({ text }) => text === key) ?? null
}
