import {
  type ClarificationFields,
  fieldPath,
  filterFields,
  flattenFields,
  mergeFields,
} from '#domain/clarification/fields'
import { FIELD_CATALOGUE, findField } from '#domain/clarification/catalogue'
import { methodName, requestableParameters } from '#domain/method/method'
import type { Method } from '#domain/project/method-shape'
import type { FieldGroup, RequestableField } from '#domain/clarification/requestable-field'

/** A field that can be requested: `{key: 'customer', name: 'billing.city'}`. */
export interface FieldName {
  readonly key: string
  readonly name: string
}

const MAX_KEY = 100
const MAX_NAME = 200

export function isChosen(choice: ClarificationFields, field: FieldName): boolean {
  return (choice[field.key] ?? []).includes(field.name)
}

export function choose(
  choice: ClarificationFields,
  fields: readonly FieldName[],
  on: boolean,
): ClarificationFields {
  return on
    ? fields.reduce(
        (chosen, { key, name }) => mergeFields(chosen, Object.fromEntries([[key, [name]]])),
        choice,
      )
    : filterFields(
        choice,
        ({ key, name }) => !fields.some((field) => field.key === key && field.name === name),
      )
}

/** Reads `key.name`, or the bare name of a catalogue field; any other name is allowed within the limits. */
export function readTypedName(text: string): { readonly field: FieldName } | { readonly error: string } {
  const typed = text.trim()
  const [known, ...others] = FIELD_CATALOGUE.filter(({ name, path }) => name === typed || path === typed)
  if (known !== undefined && others.length === 0) return { field: known }
  const [, key, name] = /^([^.]+)\.(.+)$/s.exec(typed) ?? []
  if (key === undefined || name === undefined)
    return { error: 'Enter a custom name as key.name, for example customer.nickname, and press Enter.' }
  return key.length > MAX_KEY || name.length > MAX_NAME
    ? { error: `Use at most ${String(MAX_KEY)} characters for the key and ${String(MAX_NAME)} for the name.` }
    : { field: { key, name } }
}

export const freeNames = (choice: ClarificationFields) =>
  flattenFields(choice).filter(({ path }) => FIELD_CATALOGUE.every((field) => field.path !== path))

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
  readonly title: string
  /** Key of `clarification_fields`; groups never mix keys. */
  readonly key: string
  readonly fields: readonly FieldName[]
}

type Titled = Pick<CatalogueGroup, 'title' | 'fields'>

/** The parameters of the payment's method, by object (contract 16.3). */
function groupsOf(method: Method, operation: 'sale' | 'payout'): readonly Titled[] {
  const fields = requestableParameters(method, operation).map(({ name }) => {
    const [key = '', ...rest] = name.split('.')
    return { key, name: rest.join('.') }
  })
  return [...new Set(fields.map(({ key }) => key))].map((key) => ({
    title: `${methodName(method)}, ${key}`,
    fields: fields.filter((field) => field.key === key),
  }))
}

const CATALOGUE_GROUPS: readonly Titled[] = Object.entries(GROUP_TITLES).map(([id, title]) => ({
  title,
  fields: FIELD_CATALOGUE.filter(({ group }) => group === id),
}))

/** First what the payment's method, if it has one, names; then the whole catalogue. */
export function foundGroups(
  search: string,
  method: Method | null = null,
  operation: 'sale' | 'payout' = 'sale',
): readonly CatalogueGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const groups = [...(method === null ? [] : groupsOf(method, operation)), ...CATALOGUE_GROUPS]
  return groups.flatMap(({ title, fields: all }) => {
    const fields = all.filter((field) => {
      const text = [field.key, field.name, describeField(field).hint, title].join('\n').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const [first] = fields
    return first === undefined ? [] : [{ title, key: first.key, fields }]
  })
}

/** Describes a field and gives a value that the platform accepts; a custom name accepts any value. */
export function describeField({ key, name }: FieldName): Pick<RequestableField, 'hint' | 'sample'> {
  const unknown = { hint: 'not in the catalogue: any value is accepted', sample: 'sample' }
  return findField(fieldPath(key, name)) ?? unknown
}

export const fieldHelp = (field: FieldName): string => {
  const { hint, sample } = describeField(field)
  return `${hint}, such as ${String(sample)}`
}

/** Converts typed text to the JSON type of its field; text that does not fit the type stays a string. */
export function jsonValueOf(field: FieldName, text: string): string | number | boolean {
  const { sample } = describeField(field)
  if (typeof sample === 'number' && /^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (typeof sample === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return text
}
