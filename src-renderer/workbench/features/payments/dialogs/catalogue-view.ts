import { assertNever } from '#lib/assert-never'
import { FIELD_CATALOGUE, findField } from '#domain/clarification/catalogue'
import type { FieldGroup, RequestableField, ValueRule } from '#domain/clarification/requestable-field'
import type { FieldName } from './field-choice'
import type { JsonType } from './merchant-answer'

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

export interface DescribedField {
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
