import { isRecord } from '#lib/json/node'
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { isMap, isNode, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'

interface OpenNode {
  readonly kind: 'map' | 'list'
  readonly keys: readonly string[]
}

interface YamlPlace {
  readonly nodes: readonly OpenNode[]
  /** At the cursor: a key of the innermost map, an item of the innermost list, or a value of the last key. */
  readonly writes: 'key' | 'item' | 'value'
  readonly typed: string
}

const MARK = '\uE000'

/** The position of the cursor at the end of `before`; null in a comment. */
export function yamlPlace(before: string): YamlPlace | null {
  let place: YamlPlace | null = null
  visit(parseDocument(before + MARK), {
    Scalar(role, { source, range }, path) {
      if (source?.includes(MARK) !== true || !range) return
      const typed = before.slice(range[0])
      const nodes = openNodes(path, role === 'key')
      const pair = path.at(-1)
      const isValue = role === 'value' && isPair(pair)
      // A value on the line below its key begins a map.
      const isBelow =
        isValue && isNode(pair.key) && before.slice(pair.key.range?.[1], range[0]).includes('\n')
      if (isBelow) place = { nodes: [...nodes, { kind: 'map', keys: [] }], writes: 'key', typed }
      else place = { nodes, writes: isValue ? 'value' : typeof role === 'number' ? 'item' : 'key', typed }
      return visit.BREAK
    },
  })
  return place
}

const openNodes = (path: readonly unknown[], isKey: boolean): readonly OpenNode[] =>
  path.flatMap((node, at): OpenNode[] => {
    if (isSeq(node)) return [{ kind: 'list', keys: [] }]
    if (!isMap(node)) return []
    const last = node.items.findIndex((pair) => pair === path[at + 1])
    const written = node.items.slice(0, isKey && at === path.length - 2 ? last : last + 1)
    return [{ kind: 'map', keys: written.map(({ key }) => (isScalar(key) ? String(key.value) : '')) }]
  })

interface SchemaWord {
  readonly text: string
  readonly kind: 'key' | 'value'
  readonly holds: string
  readonly explanation: string
}

type Schema = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const propertiesOf = (schema: Schema): Schema => (isRecord(schema['properties']) ? schema['properties'] : {})

function alternatives(schema: unknown): readonly Schema[] {
  if (!isRecord(schema)) return []
  return Array.isArray(schema['anyOf']) ? schema['anyOf'].flatMap(alternatives) : [schema]
}

const fittingMaps = (schemas: readonly Schema[], keys: readonly string[]): readonly Schema[] =>
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

function descend(root: unknown, nodes: readonly OpenNode[]): readonly Schema[] {
  let schemas = alternatives(root)
  for (const [at, { kind, keys }] of nodes.entries()) {
    const isInnermost = at === nodes.length - 1
    if (kind === 'list') {
      const lists = schemas.filter((schema) => schema['type'] === 'array')
      schemas = isInnermost ? lists : lists.flatMap((schema) => alternatives(schema['items']))
      continue
    }
    schemas = fittingMaps(schemas, keys)
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

/** The type of a value: `text`, `list`, `one of 6`. */
function holdsOf(schema: unknown): string {
  const words = alternatives(schema).map((each) =>
    Array.isArray(each['enum'])
      ? `one of ${String(each['enum'].length)}`
      : (KINDS[textOf(each['type'])] ?? ''),
  )
  return [...new Set(words)].filter((word) => word !== '').join(', ')
}

/** The unwritten keys of the possible maps; only required keys if several maps are possible and no key is written. */
function keyWords(schemas: readonly Schema[], written: readonly string[]): readonly SchemaWord[] {
  const words = new Map<string, SchemaWord>()
  const maps = fittingMaps(schemas, written)
  const isUndecided = maps.length > 1 && written.length === 0
  for (const schema of maps) {
    const required = listOf(schema['required'])
    for (const [text, value] of Object.entries(propertiesOf(schema))) {
      if (written.includes(text) || words.has(text) || !isRecord(value)) continue
      if (isUndecided && required.length > 0 && !required.includes(text)) continue
      // A step is described in its own schema, not at its key.
      const about =
        textOf(value['description']) || (required[0] === text ? textOf(schema['description']) : '')
      words.set(text, { text, kind: 'key', holds: holdsOf(value), explanation: about })
    }
  }
  return [...words.values()]
}

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
  const inside = descend(root, nodes)
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
  const inside = descend(root, nodes)
  const schemas = top?.kind === 'list' ? inside.flatMap((schema) => alternatives(schema['items'])) : inside
  const written = (top?.keys ?? []).filter((each) => each !== key)
  return keyWords(schemas, written).find(({ text }) => text === key) ?? null
}

export type LoadSchema = () => Promise<unknown>

const MORE_OF_A_WORD = /^[\w ${}.-]*$/

const optionOf = ({ text, kind, holds, explanation }: SchemaWord, at: number): Completion => ({
  label: text,
  sortText: String(at).padStart(4, '0'),
  detail: holds,
  apply: kind === 'key' ? `${text}: ` : text,
  ...(explanation === '' ? {} : { info: () => explanationElement(explanation) }),
})

function explanationElement(text: string): HTMLElement {
  const paragraph = document.createElement('p')
  for (const [at, part] of text.split('`').entries()) {
    if (at % 2 === 0) {
      paragraph.append(part)
      continue
    }
    const code = document.createElement('code')
    code.textContent = part
    paragraph.append(code)
  }
  return paragraph
}

/** Names that the text defines with `as`, offered wherever a step refers to one. */
const namesIn = (text: string): readonly SchemaWord[] =>
  [...new Set([...text.matchAll(/\bas:\s*([A-Za-z]\w*)/g)].map(([, name = '']) => name))].map((text) => ({
    text,
    kind: 'value',
    holds: '',
    explanation: 'A name that a step of this file defines.',
  }))

async function complete(load: LoadSchema, context: CompletionContext): Promise<CompletionResult | null> {
  const { doc } = context.state
  const place = yamlPlace(doc.sliceString(0, context.pos))
  if (place === null) return null
  const { nodes, writes, typed } = place
  const isName = writes === 'value' && nodes.at(-1)?.keys.at(-1) === 'of'
  const words = [...wordsAt(await load(), place), ...(isName ? namesIn(doc.toString()) : [])]
  // Enter ends the line if nothing is left to complete; an empty line shows suggestions only on request.
  const isWhole = words.some(({ text }) => text === typed)
  const isBlank = typed === '' && doc.lineAt(context.pos).text.trim() === ''
  if (words.length === 0 || (!context.explicit && (isWhole || isBlank))) return null
  return { from: context.pos - typed.length, options: words.map(optionOf), validFor: MORE_OF_A_WORD }
}

async function explain(load: LoadSchema, { state }: EditorView, at: number): Promise<Tooltip | null> {
  const { text, from } = state.doc.lineAt(at)
  for (const match of text.matchAll(/([A-Za-z_][\w .]*?):(?=\s|$)/g)) {
    const [, key = ''] = match
    const start = from + match.index
    if (at < start || at > start + key.length) continue
    const place = yamlPlace(state.doc.sliceString(0, start))
    const word = place === null ? null : explainKey(await load(), place, key)
    if (word === null || word.explanation === '') return null
    const dom = document.createElement('div')
    dom.className = 'cm-explanation'
    dom.append(explanationElement(word.explanation))
    return { pos: start, end: start + key.length, above: true, create: () => ({ dom }) }
  }
  return null
}

/** Completes and explains YAML from its schema. Ctrl+Space opens the suggestions, Esc closes them. */
export function schemaCompletion(load: LoadSchema): Extension {
  let schema: Promise<unknown> | null = null
  const loadOnce: LoadSchema = () => (schema ??= load())
  return [
    autocompletion({
      override: [(context) => complete(loadOnce, context)],
      icons: false,
      // Complete words have no suggestions, so Enter can accept a shown suggestion immediately.
      interactionDelay: 0,
      activateOnCompletion: () => true,
    }),
    hoverTooltip((view, at) => explain(loadOnce, view, at)),
  ]
}
