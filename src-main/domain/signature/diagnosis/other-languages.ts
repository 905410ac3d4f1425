import type { JsonNode } from '#lib/json/node'
import { quotedText } from '#lib/limits/bounded-text'
import { withBooleanWords } from '#domain/signature/boolean-words'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import type { Attempt, Search } from './found'
import { javascriptText, OBJECT_WORD, pythonText, readPython } from './language-texts'
import { mistakeInData, type Mistake } from './mistake'
import { REFERENCE } from './recipe'

type Languages = Pick<Search, 'root' | 'surface' | 'readings' | 'formEncoded'>

/**
 * Attempts in which a language wrote an object, a list or null in its own way, into the string to sign or into the
 * request (contract 12.8); made one by one.
 */
export function* otherLanguages(search: Languages): Generator<Attempt> {
  for (const [root, mistake] of changedRoots(search)) {
    for (const reading of search.readings) {
      const read = reading === 'booleanWords' ? withBooleanWords(root) : root
      const canonical = canonicalise(read, dialects.REF, search.surface)
      if (!canonical.ok) continue
      const { text, lines } = canonical
      yield {
        mistakes: [mistake],
        recipe: REFERENCE,
        reading,
        text,
        lines: () => lines.map(({ line }) => line),
      }
    }
  }
}

function* changedRoots({
  root,
  formEncoded,
}: Languages): Generator<readonly [root: JsonNode, mistake: Mistake]> {
  for (const depth of [1, 2, 3]) {
    if (!holdsStructure(root, depth)) break
    yield [withTexts(root, depth, javascriptText), SIGNED_BY_JAVASCRIPT]
    yield [withTexts(root, depth, pythonText), SIGNED_BY_PYTHON]
  }
  if (!formEncoded || root.type !== 'object') return
  yield* rewritten(root, readPython, SENT_BY_PYTHON)
  yield* rewritten(root, readCommas, SENT_BY_JAVASCRIPT)
  if (root.members.length <= MAX_MEMBERS) yield* withNulls(root)
}

/** Whether an object or a list with something in it stands `depth` levels below the node. */
function holdsStructure(node: JsonNode, depth: number): boolean {
  const inside = childrenOf(node)
  if (depth === 1) return inside.some((child) => childrenOf(child).length > 0)
  return inside.some((child) => holdsStructure(child, depth - 1))
}

function childrenOf(node: JsonNode): readonly JsonNode[] {
  if (node.type === 'array') return node.items
  return node.type === 'object' ? node.members.map(({ value }) => value) : []
}

/** Replaces objects and lists at one depth by their texts. */
function withTexts(node: JsonNode, depth: number, write: (node: JsonNode) => string): JsonNode {
  if (node.type !== 'array' && node.type !== 'object') return node
  if (depth === 0) return { type: 'string', value: write(node) }
  if (node.type === 'array') {
    return { type: 'array', items: node.items.map((item) => withTexts(item, depth - 1, write)) }
  }
  const members = node.members.map(({ key, value }) => ({ key, value: withTexts(value, depth - 1, write) }))
  return { type: 'object', members }
}

type ObjectNode = JsonNode & { readonly type: 'object' }

/** How many members are read in another way one at a time. */
const MAX_REWRITTEN = 30
/** Larger messages are not tried with null added: each try would take too long. */
const MAX_MEMBERS = 200

/** Each member that can be read as something else, alone, and all of them together. */
function* rewritten(
  root: ObjectNode,
  read: (text: string) => JsonNode | null,
  mistakeIn: (name: string) => Mistake,
): Generator<readonly [JsonNode, Mistake]> {
  const others = root.members.map(({ key, value }) =>
    value.type === 'string' && key !== 'signature' ? read(value.value) : null,
  )
  const able = root.members.flatMap(({ key }, at) => {
    const value = others[at] ?? null
    return value === null ? [] : [{ key, value, at }]
  })
  for (const { key, value, at } of able.slice(0, MAX_REWRITTEN)) {
    yield [
      { type: 'object', members: root.members.map((member, n) => (n === at ? { key, value } : member)) },
      mistakeIn(key),
    ]
  }
  if (able.length < 2) return
  const members = root.members.map((member, at) => ({ key: member.key, value: others[at] ?? member.value }))
  yield [{ type: 'object', members }, mistakeIn(able.map(({ key }) => key).join(', '))]
}

function readCommas(text: string): JsonNode | null {
  if (!text.includes(',') || text.length > 5000) return null
  return { type: 'array', items: text.split(',').map((value) => ({ type: 'string', value })) }
}

/** Parameters that shops have an empty value for most often; the first ones are also missing two at a time. */
const OFTEN_NULL = [
  'customer_email',
  'customer_phone',
  'customer_first_name',
  'customer_last_name',
  'customer_middle_name',
  'billing_address',
  'billing_city',
  'billing_country',
  'billing_postal',
  'billing_region',
  'payment_description',
  'language_code',
  'customer_id',
  'region_code',
  'customer_country',
  'customer_city',
  'customer_state',
  'customer_zip',
  'customer_address',
  'customer_street',
  'customer_day_of_birth',
  'billing_region_code',
  'avs_post_code',
  'avs_street_address',
  'merchant_callback_url',
  'merchant_success_url',
  'merchant_fail_url',
  'merchant_return_url',
  'redirect_success_url',
  'redirect_fail_url',
  'best_before',
  'account_token',
  'recurring',
  'receipt_data',
  'force_payment_method',
  'payment_extra_param',
  'interface_type',
  'mode',
] as const
const IN_PAIRS = 12

function* withNulls(root: ObjectNode): Generator<readonly [JsonNode, Mistake]> {
  const absent = OFTEN_NULL.filter((name) => !root.members.some(({ key }) => key === name))
  const withNull = (...names: readonly string[]): JsonNode => ({
    type: 'object',
    members: [...root.members, ...names.map((key) => ({ key, value: { type: 'null' } as const }))],
  })
  for (const name of absent) yield [withNull(name), nullNotSent(name)]
  const few = absent.slice(0, IN_PAIRS)
  for (const [at, first] of few.entries()) {
    for (const second of few.slice(at + 1)) {
      yield [withNull(first, second), nullNotSent(`${first} and ${second}`)]
    }
  }
}

/**
 * The name of the first parameter that arrived as `[object Object]`, so that its signed contents are lost; null where none
 * did.
 */
export function objectWordIn(root: JsonNode): string | null {
  if (root.type !== 'object') return null
  const found = root.members.find(({ value }) => value.type === 'string' && value.value === OBJECT_WORD)
  return found?.key ?? null
}

const EACH_VALUE = 'Write a line for each value inside, with the keys on the way to it joined by colons.'

const SIGNED_BY_JAVASCRIPT = mistakeInData(
  'javascriptText',
  'Objects as JavaScript’s text',
  'Objects and lists were signed as JavaScript turns them into texts: [object Object], and items joined with commas.',
  EACH_VALUE,
)

const SIGNED_BY_PYTHON = mistakeInData(
  'pythonText',
  'Objects as Python’s text',
  'Dicts and lists were signed as Python writes them, with single quotes, True, False and None.',
  EACH_VALUE,
)

const SENT_BY_JAVASCRIPT = (names: string): Mistake =>
  mistakeInData(
    'javascriptTextSent',
    'List sent as JavaScript’s text',
    `${quotedText(names)} was signed as a list, and JavaScript wrote its items joined with commas into the request.`,
    'Sign the text that is sent, or send JSON.',
  )

const SENT_BY_PYTHON = (names: string): Mistake =>
  mistakeInData(
    'pythonTextSent',
    'Dict or list sent as Python’s text',
    `${quotedText(names)} was signed value by value, and Python wrote it into the request in its own notation.`,
    'Sign the text that is sent, json.dumps of it for example, or send JSON.',
  )

const nullNotSent = (names: string): Mistake =>
  mistakeInData(
    'nullNotSent',
    'null signed, not sent',
    `It fits when ${names} is there and empty: PHP signed null as an empty value and left it out of the request.`,
    'Take parameters without a value out before signing.',
  )
