import { findField } from '#domain/clarification/catalogue'
import type { FieldLabel, FieldOwner, FormStrings } from '#domain/form/form-strings'

/** The kind of input for a value. */
export type FieldInput =
  'text' | 'email' | 'tel' | 'digits' | 'date' | 'code' | 'country' | 'choice' | 'yes-no'

/** A value that the customer is asked for, with what its input needs. */
export interface AskedField {
  readonly path: string
  readonly label: string
  readonly input: FieldInput
  readonly autocomplete: string | null
  readonly maxLength: number | null
  /** Values of a choice with their labels. */
  readonly choices: readonly (readonly [value: string, label: string])[]
  /** Parameter of the form with the same meaning; merchants name fields by it (contract 5.8, 8.7). */
  readonly parameter: string | null
}

type Named = readonly [label: FieldLabel, autocomplete: string | null]

/** Labels by the last part of a path: the addresses of all owners use the same names. */
const BY_LAST_NAME: Readonly<Record<string, Named>> = {
  email: ['email', 'email'],
  delivery_email: ['email', 'email'],
  first_name: ['firstName', 'given-name'],
  middle_name: ['middleName', 'additional-name'],
  last_name: ['lastName', 'family-name'],
  day_of_birth: ['dayOfBirth', 'bday'],
  birthplace: ['birthplace', null],
  gender: ['gender', 'sex'],
  citizenship: ['citizenship', null],
  phone: ['phone', 'tel'],
  home_phone: ['homePhone', 'home tel'],
  work_phone: ['workPhone', 'work tel'],
  address: ['address', 'street-address'],
  avs_street_address: ['address', 'street-address'],
  street: ['street', 'address-line1'],
  building: ['building', null],
  district: ['district', 'address-level3'],
  city: ['city', 'address-level2'],
  state: ['state', 'address-level1'],
  region: ['region', 'address-level1'],
  region_code: ['regionCode', null],
  canadian_province: ['province', 'address-level1'],
  country: ['country', 'country'],
  postal: ['postCode', 'postal-code'],
  zip: ['postCode', 'postal-code'],
  avs_post_code: ['postCode', 'postal-code'],
  ssn: ['ssn', null],
  iin: ['iin', null],
  doc_number: ['docNumber', null],
  doc_type: ['docType', null],
  doc_issue_date: ['docIssueDate', null],
  doc_issue_by: ['docIssueBy', null],
  doc_issue_country: ['docIssueCountry', null],
  security_code: ['securityCode', 'one-time-code'],
  number: ['accountNumber', null],
}

/** Describes the value of each path. Where labels on one page would be equal, they say whose value is meant. */
export function askedFields(paths: readonly string[], strings: FormStrings): readonly AskedField[] {
  const fields = paths.map((path) => askedField(path, strings))
  return fields.map((field) => {
    const alike = fields.filter(({ label }) => label === field.label)
    if (alike.length === 1) return field
    const owner = strings.owners[ownerOf(field.path)]
    const ambiguous = alike.some(({ path }) => path !== field.path && ownerOf(path) === ownerOf(field.path))
    return { ...field, label: `${field.label} (${ambiguous ? readableName(field.path) : owner})` }
  })
}

function askedField(path: string, strings: FormStrings): AskedField {
  const [key = '', ...rest] = path.split('.')
  const name = rest.join('.')
  const known = findField(key, name)
  const named = known === null ? undefined : BY_LAST_NAME[lastOf(path)]
  const rule = known?.value
  const base = {
    path,
    label: named === undefined ? readableName(path) : strings.fields[named[0]],
    autocomplete: named?.[1] ?? null,
    maxLength: rule !== undefined && 'maxLength' in rule ? rule.maxLength : null,
    choices: [],
    parameter: known?.formParameter ?? null,
  }
  switch (rule?.kind) {
    case 'email':
      return { ...base, input: 'email' }
    case 'date':
      return { ...base, input: 'date', maxLength: 10 }
    case 'country':
      return { ...base, input: 'country' }
    case 'digits':
      return { ...base, input: name === 'security_code' ? 'code' : name.endsWith('phone') ? 'tel' : 'digits' }
    case 'digit-number':
      return { ...base, input: 'digits', maxLength: rule.digits }
    case 'integer':
    case 'indicator':
      return { ...base, input: 'digits' }
    case 'boolean':
      return {
        ...base,
        input: 'yes-no',
        choices: [
          ['true', strings.form.yes],
          ['false', strings.form.no],
        ],
      }
    case 'one-of':
      return {
        ...base,
        input: 'choice',
        choices: rule.values.map((value) => [value, wordOf(value, strings)]),
      }
    default:
      return { ...base, input: 'text' }
  }
}

function wordOf(value: string, strings: FormStrings): string {
  if (value === 'male') return strings.form.male
  return value === 'female' ? strings.form.female : value
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** Makes a label from an unknown path: `customer.shipping.delivery_time` becomes `Shipping delivery time`. */
function readableName(path: string): string {
  const words = path
    .slice(path.indexOf('.') + 1)
    .replace(/[._]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function ownerOf(path: string): FieldOwner {
  if (path.startsWith('avs_data.')) return 'card'
  if (path.startsWith('customer.billing.')) return 'billing'
  return path.startsWith('customer.shipping.') ? 'delivery' : 'home'
}
