import type { FormLanguage } from '#domain/form/languages'
import { countriesOf } from '#domain/form/format'
import type { FieldLabel, FieldOwner, FormStrings } from '#platform/form/strings/en'
import type { ProblemReason } from '#domain/form/view'
import { html, type Html } from '#lib/html/html'
import { findField } from '#domain/clarification/catalogue'
import { icon } from './parts'

interface Hint {
  readonly text: string
  readonly onFront: string | null
}

export interface InputRow {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'tel'
  readonly inputMode: string
  readonly autocomplete: string | null
  readonly placeholder: Hint | null
  readonly maxLength: number | null
  readonly value: string
  readonly required: boolean
  readonly optionalWord: string | null
  readonly width: 'half' | 'full'
  readonly problem: string | null
  readonly hint: Hint | null
  readonly aside: Html | null
  readonly beside: Html | null
  readonly check: string
  readonly parameter: string | null
  readonly hidden: boolean
  /** Hidden while a saved card is chosen. */
  readonly newCardOnly: boolean
}

function inputId(name: string): string {
  return `f-${name.replace(/[^A-Za-z0-9]+/g, '-')}`
}

export function renderInput(row: InputRow): Html {
  const id = inputId(row.name)
  const input = html`<input
    id="${id}"
    name="${row.name}"
    type="${row.type}"
    value="${row.value}"
    ${commonAttributes(row, id)}${attribute('inputmode', row.inputMode)}${attribute(
      'placeholder',
      row.placeholder?.text ?? null,
    )}${attribute('data-front', row.placeholder?.onFront ?? null)}${attribute('maxlength', row.maxLength)}${attribute('autocapitalize', autocapitalize(row))}
    spellcheck="false"
  />`
  return labelled(row, html`${input}${row.aside}`)
}

function autocapitalize({ type, check }: InputRow): string | null {
  if (check === 'holder') return 'characters'
  return type === 'text' ? null : 'none'
}

function labelled(row: InputRow, control: Html): Html {
  const id = inputId(row.name)
  const optional = row.optionalWord === null ? null : html` <span class="pf-opt">(${row.optionalWord})</span>`
  const label = html`<label for="${id}">${row.label}${optional}</label>`
  return html`<div
    class="${row.width === 'full' ? 'pf-field full' : 'pf-field'}"
    ${row.newCardOnly ? html`data-new-card="1" ` : null}${row.hidden ? html`hidden` : null}
  >
    ${row.beside === null ? label : html`<div class="pf-line">${label}${row.beside}</div>`}<span
      class="${row.problem === null ? 'pf-input' : 'pf-input bad'}"
      >${control}</span
    >
    <p class="pf-msg" id="${id}-e" ${row.problem === null ? html`hidden` : null}>
      ${icon('error')}<span>${row.problem ?? ''}</span>
    </p>
    ${
      row.hint === null
        ? null
        : html`<p class="pf-help" id="${id}-h" ${attribute('data-front', row.hint.onFront)}>
            ${row.hint.text}
          </p>`
    }
  </div>`
}

function commonAttributes(row: InputRow, id: string): Html {
  return html`aria-describedby="${row.hint === null ? `${id}-e` : `${id}-e ${id}-h`}"
  data-check="${row.check}"${attribute(
    'autocomplete',
    row.autocomplete ?? 'off',
  )}${attribute('data-param', row.parameter)}${row.required ? html` aria-required="true"` : null}${
    row.problem === null ? null : html` aria-invalid="true"`
  } `
}

/** With a space before it; null: no attribute. */
function attribute(name: string, value: string | number | null): Html | null {
  // The name is ours; the value is escaped like every other.
  return value === null ? null : html` ${{ markup: name }}="${value}"`
}

function renderSelect(
  row: InputRow,
  choices: readonly (readonly [value: string, label: string])[],
  choose: string,
): Html {
  const id = inputId(row.name)
  const options = [['', choose] as const, ...choices].map(([value, label]) =>
    value === row.value
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`,
  )
  return labelled(
    row,
    html`<select id="${id}" name="${row.name}" ${commonAttributes(row, id)}>
        ${options}</select
      >${icon('down')}`,
  )
}

const INPUT_MODES: Readonly<Record<FieldInput, string>> = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  digits: 'numeric',
  date: 'numeric',
  code: 'numeric',
  country: 'text',
  choice: 'text',
  'yes-no': 'text',
}

/** Short values: two of them in a row share a line. */
const HALF_WIDTH = /(?:postal|zip|post_code|country|region_code|first_name|last_name|building|ssn)$/

export function renderAskedField(
  field: AskedField,
  options: {
    readonly strings: FormStrings
    readonly language: FormLanguage
    readonly value: string
    readonly required: boolean
    readonly problem: ProblemReason | null
    readonly full: boolean
    readonly hidden?: boolean
    readonly hint?: string | null
  },
): Html {
  const { strings, language, value, required, problem, hint = null } = options
  const row: InputRow = {
    name: field.path,
    label: field.label,
    type: field.input === 'email' || field.input === 'tel' ? field.input : 'text',
    inputMode: INPUT_MODES[field.input],
    autocomplete: field.autocomplete,
    placeholder: field.input === 'date' ? { text: strings.form.datePattern, onFront: null } : null,
    hint: hint === null ? null : { text: hint, onFront: null },
    maxLength: field.maxLength,
    value,
    required,
    optionalWord: required ? null : strings.form.optional,
    width: options.full ? 'full' : 'half',
    problem: problem === null ? null : strings.problems[problem],
    aside: null,
    beside: null,
    check: required ? field.input : `${field.input} optional`,
    parameter: field.parameter,
    hidden: options.hidden === true,
    newCardOnly: false,
  }
  if (field.input === 'country') return renderSelect(row, countriesOf(language), strings.form.choose)
  if (field.choices.length > 0) return renderSelect(row, field.choices, strings.form.choose)
  return renderInput(row)
}

/** All long fields take a full line, and short ones without a short neighbour. */
export function fullWidths(fields: readonly AskedField[]): readonly boolean[] {
  const widths: boolean[] = []
  for (let index = 0; index < fields.length; index += 1) {
    const pair = [fields[index], fields[index + 1]]
    const isPair = pair.every(
      (field) => field !== undefined && HALF_WIDTH.test(field.path) && field.label.length < 22,
    )
    if (isPair) {
      widths.push(false, false)
      index += 1
    } else widths.push(true)
  }
  return widths
}

type FieldInput = 'text' | 'email' | 'tel' | 'digits' | 'date' | 'code' | 'country' | 'choice' | 'yes-no'

interface AskedField {
  readonly path: string
  readonly label: string
  readonly input: FieldInput
  readonly autocomplete: string | null
  readonly maxLength: number | null
  readonly choices: readonly (readonly [value: string, label: string])[]
  /** The form parameter with the same meaning; merchants name fields by it (contract 5.8, 8.7). */
  readonly parameter: string | null
}

type Named = readonly [label: FieldLabel, autocomplete: string | null]

/** By the last part of a path: the addresses of all owners use the same names. */
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

/** Labels that would be equal on one page say whose value is meant. */
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
  const known = findField(path)
  const named = known === null ? undefined : BY_LAST_NAME[lastOf(path)]
  const rule = known?.value
  const base = {
    path,
    label: named === undefined ? readableName(path) : strings.fields[named[0]],
    autocomplete: named?.[1] ?? null,
    maxLength: rule?.maxLength ?? null,
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
      return {
        ...base,
        input: path.endsWith('.security_code') ? 'code' : path.endsWith('phone') ? 'tel' : 'digits',
      }
    case 'digit-number':
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
    case 'choice':
      return {
        ...base,
        input: 'choice',
        choices: (rule.values ?? []).map((value) => [String(value), wordOf(String(value), strings)]),
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
