import { type ClarificationFields, fieldPath, filterFields, mergeFields } from '#domain/clarification/fields'
import { assertNever } from '#lib/error-text'
import { FIELD_CATALOGUE, findField } from '#domain/clarification/catalogue'
import type { FieldGroup, RequestableField, ValueRule } from '#domain/clarification/requestable-field'

/** A value that can be asked for: `{key: 'customer', name: 'billing.city'}`. */
export interface FieldName {
  readonly key: string
  readonly name: string
}

const MAX_KEY = 100
const MAX_NAME = 200

export function isChosen(choice: ClarificationFields, field: FieldName): boolean {
  return (choice[field.key] ?? []).includes(field.name)
}

/** Adds or removes fields; what stays keeps the order in which it was chosen. */
export function choose(
  choice: ClarificationFields,
  fields: readonly FieldName[],
  on: boolean,
): ClarificationFields {
  if (!on) {
    return filterFields(
      choice,
      ({ key, name }) => !fields.some((field) => field.key === key && field.name === name),
    )
  }
  return fields.reduce<ClarificationFields>(
    (chosen, { key, name }) => mergeFields(chosen, Object.fromEntries([[key, [name]]])),
    choice,
  )
}

/** Whether all, some or none of a group are chosen. */
export function groupState(
  choice: ClarificationFields,
  fields: readonly FieldName[],
): 'all' | 'some' | 'none' {
  const count = fields.filter((field) => isChosen(choice, field)).length
  return count === 0 ? 'none' : count === fields.length ? 'all' : 'some'
}

type TypedName = { readonly field: FieldName } | { readonly error: string }

/**
 * Reads a typed name as `key.name`; a bare name means the one catalogue field that is called so.
 * Anything the wire can carry is allowed: testers ask for unusual names on purpose.
 */
export function readTypedName(text: string, catalogue: readonly FieldName[]): TypedName {
  const typed = text.trim()
  const known = catalogue.filter((field) => field.name === typed || `${field.key}.${field.name}` === typed)
  const [only] = known
  if (known.length === 1 && only !== undefined) return { field: only }
  const dot = typed.indexOf('.')
  const key = typed.slice(0, Math.max(0, dot))
  const name = typed.slice(dot + 1)
  if (dot < 0 || key === '' || name === '') {
    return { error: 'Enter a custom name as key.name, for example customer.nickname, and press Enter.' }
  }
  if (key.length > MAX_KEY || name.length > MAX_NAME) {
    return {
      error: `The name is too long. Use at most ${MAX_KEY.toString()} characters for the key and ${MAX_NAME.toString()} for the name.`,
    }
  }
  return { field: { key, name } }
}

/** The chosen fields that are not in the catalogue. */
export function freeNames(
  choice: ClarificationFields,
  catalogue: readonly FieldName[],
): readonly FieldName[] {
  return Object.entries(choice).flatMap(([key, names]) =>
    names
      .filter((name) => !catalogue.some((field) => field.key === key && field.name === name))
      .map((name) => ({ key, name })),
  )
}

/** Whether every word of a search occurs in one of the texts, whatever the case. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const haystack = texts.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

const GROUP_TITLES: Readonly<Record<FieldGroup, string>> = {
  avs: 'Address check',
  customer: 'Customer',
  billing: 'Billing address',
  document: 'Document',
  code: 'One-time code',
  account: 'Account',
  browser: 'Browser',
  shipping: 'Shipping',
  'account-history': 'Account history and 3-D Secure',
}

export interface CatalogueGroup {
  readonly id: FieldGroup
  readonly title: string
  /** Key of `clarification_fields`; groups never mix keys. */
  readonly key: string
  readonly fields: readonly RequestableField[]
}

/** The whole catalogue in the groups that the dialog shows, most asked first. */
export const CATALOGUE_GROUPS: readonly CatalogueGroup[] = Object.entries(GROUP_TITLES).flatMap(
  ([id, title]) => {
    const fields = FIELD_CATALOGUE.filter((field) => field.group === id)
    const [first] = fields
    return first === undefined ? [] : [{ id: first.group, title, key: first.key, fields }]
  },
)

const span = (least: number, most: number): string =>
  least === most ? least.toString() : `${least.toString()} to ${most.toString()}`

/** A rule in a few words, for the line below a field's name. */
export function shortRule(rule: ValueRule): string {
  switch (rule.kind) {
    case 'text':
      return rule.maxLength === null ? 'not blank' : `not blank, up to ${rule.maxLength.toString()}`
    case 'post-code':
      return 'letters, digits, space, hyphen'
    case 'email':
      return 'one @, domain with a dot'
    case 'date':
      return rule.notInFuture ? 'DD-MM-YYYY, a real date, not in the future' : 'DD-MM-YYYY, a real date'
    case 'country':
      return 'two letters, ISO 3166-1'
    case 'region-code':
      return '1 to 3 letters or digits, needs country'
    case 'indicator':
      return '01-09'
    case 'digits':
      return `${span(rule.minLength, rule.maxLength)} digits`
    case 'integer':
      return rule.maximum === null
        ? `number from ${rule.minimum.toString()}`
        : `number, ${span(rule.minimum, rule.maximum)}`
    case 'digit-number':
      return `${rule.digits.toString()} digits`
    case 'one-of':
      return rule.values.length <= 4
        ? rule.values.join(' or ')
        : `one of ${rule.values.slice(0, 3).join(', ')}…`
    case 'boolean':
      return 'true or false'
    case 'ip':
      return 'IPv4 or IPv6 address'
    case 'uuid':
      return 'UUID'
    case 'any':
      return 'any text that is not blank'
    default:
      return assertNever(rule)
  }
}

interface DescribedField {
  readonly rule: string
  /** A value that the platform accepts. */
  readonly sample: string
  readonly type: JsonType
}

/** Rule, sample and JSON type of a field; a free name takes anything. */
export function describeField({ key, name }: FieldName): DescribedField {
  const field = findField(key, name)
  if (field === null)
    return { rule: 'not in the catalogue: any value is accepted', sample: 'sample', type: 'string' }
  const type =
    typeof field.sample === 'number' ? 'number' : typeof field.sample === 'boolean' ? 'boolean' : 'string'
  return { rule: `${field.hint}: ${shortRule(field.value)}`, sample: String(field.sample), type }
}

/** How a value is written in JSON. */
export type JsonType = 'string' | 'number' | 'boolean'

/** A value that the tester gives for a requested field; an empty text leaves the field out. */
interface GivenValue extends FieldName {
  readonly value: string
  /** The JSON type that the catalogue wants; text that does not fit the type is sent as a string. */
  readonly type: JsonType
}

type Leaf = string | number | boolean
type Branch = Map<string, Branch | Leaf>

const isBranch = (value: Branch | Leaf | undefined): value is Branch => value instanceof Map

function leafOf(value: string, type: JsonType): Leaf {
  if (type === 'number' && /^(?:0|[1-9]\d{0,14})$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const toObject = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries([...branch].map(([key, value]) => [key, isBranch(value) ? toObject(value) : value]))

/**
 * The `additional_data` of a clarification request (contract 5.8): dots in a name mean nesting, so
 * `customer` / `billing.city` becomes `{customer: {billing: {city}}}`. Fields left empty are not sent.
 */
export function additionalDataOf(values: readonly GivenValue[]): Record<string, unknown> {
  const root: Branch = new Map()
  for (const { key, name, value, type } of values) {
    if (value === '') continue
    const steps = fieldPath(key, name).split('.')
    const last = steps.pop()
    if (last === undefined) continue
    let branch = root
    for (const step of steps) {
      const next = branch.get(step)
      const child = isBranch(next) ? next : new Map<string, Branch | Leaf>()
      branch.set(step, child)
      branch = child
    }
    branch.set(last, leafOf(value, type))
  }
  return toObject(root)
}
