import { countriesOf } from '#domain/form/format'
import type { AskedGroup, FieldLabel, FormStrings } from '#platform/form/strings/en'
import { shownReason } from '#domain/form/shown-reason'
import { type CollectedField, type FormPage, METHOD_CODE, type ProblemReason } from '#domain/form/view'
import { html, type Html } from '#lib/html/html'
import { findField } from '#domain/clarification/catalogue'
import { ownMember } from '#lib/own-member'
import { icon, renderSearch } from './parts'

interface Hint {
  readonly text: string
  /** The text for a card that has its code on the front. */
  readonly onFront?: string
  /** The input has a drawing that shows the same: only screen readers read the text. */
  readonly isDrawn?: boolean
}

export interface InputRow {
  readonly name: string
  readonly label: string | Html
  readonly check: string
  readonly type?: 'text' | 'email' | 'tel'
  readonly inputMode?: string
  readonly autocomplete?: string | null
  readonly placeholder?: Hint | null
  readonly maxLength?: number | null
  readonly value?: string
  /** The word that marks an optional field; null or absent if the field is required. */
  readonly optionalWord?: string | null
  readonly isHalf?: boolean
  readonly problem?: ProblemReason | null
  readonly hint?: Hint | null
  readonly aside?: Html
  readonly parameter?: string | null
  readonly hidden?: boolean
  /** Hidden while a saved card is chosen. */
  readonly newCardOnly?: boolean
}

function inputId(name: string): string {
  return `f-${name.replace(/[^A-Za-z0-9]+/g, '-')}`
}

export function renderInput(row: InputRow, strings: FormStrings): Html {
  const { type = 'text', inputMode = 'text', placeholder, aside = null } = row
  const id = inputId(row.name)
  const input = html`<input
    id="${id}"
    name="${row.name}"
    type="${type}"
    value="${row.value ?? ''}"
    ${commonAttributes(row, id)}${attribute('inputmode', inputMode)}${attribute(
      'placeholder',
      placeholder?.text,
    )}${attribute('data-front', placeholder?.onFront)}${attribute('maxlength', row.maxLength)}${attribute('autocapitalize', autocapitalize(row.check, type))}
    spellcheck="false"
  />`
  // Here the script shows the part of a date that is still to be typed.
  const mask = /^(?:expiry|date)/.test(row.check)
    ? html`<span class="pf-mask" aria-hidden="true"></span>`
    : null
  return labelledField(row, strings, html`${input}${mask}${aside}`)
}

function autocapitalize(check: string, type: string): string | null {
  if (check === 'holder') return 'characters'
  return type === 'text' ? null : 'none'
}

function labelledField(row: InputRow, strings: FormStrings, control: Html): Html {
  const { optionalWord = null, problem = null, hint = null } = row
  const id = inputId(row.name)
  const optional = optionalWord === null ? null : html` <span class="pf-opt">(${optionalWord})</span>`
  return html`<div
    class="${row.isHalf === true ? 'pf-field' : 'pf-field full'}${problem === null ? '' : ' bad'}"
    ${row.newCardOnly === true && html`data-new-card="1" `}${row.hidden === true && html`hidden`}
  >
    <div class="pf-input"><label for="${id}">${row.label}${optional}</label>${control}</div>
    ${renderProblem(id, problem === null ? '' : strings.problems[shownReason(problem, row.check)])}
    ${hint && html`<p class="${hint.isDrawn === true ? 'sr' : 'pf-hint'}" id="${id}-h" ${attribute('data-front', hint.onFront)}>${hint.text}</p>`}
  </div>`
}

/** What is wrong with a value; '' for nothing. The script writes here too. */
export function renderProblem(id: string, text: string): Html {
  return html`<p class="pf-msg" id="${id}-e" ${text === '' && html`hidden`}>
    ${icon('error')}<span>${text}</span>
  </p>`
}

function commonAttributes(row: InputRow, id: string): Html {
  const { optionalWord = null, problem = null, hint = null } = row
  return html`aria-describedby="${hint === null ? `${id}-e` : `${id}-e ${id}-h`}"
  data-check="${row.check}"${attribute(
    'autocomplete',
    row.autocomplete ?? 'off',
  )}${attribute('data-param', row.parameter)}${optionalWord === null && html` aria-required="true"`}${
    problem !== null && html` aria-invalid="true"`
  } `
}

function attribute(name: string, value: string | number | null | undefined): Html | null {
  // Names are constants of this file; values are escaped.
  return value === null || value === undefined ? null : html` ${{ markup: name }}="${value}"`
}

function renderSelect(
  row: InputRow,
  choices: readonly (readonly [value: string, label: string])[],
  strings: FormStrings,
): Html {
  const id = inputId(row.name)
  const options = [['', strings.form.choose] as const, ...choices].map(
    ([value, label]) =>
      html`<option value="${value}" ${value === (row.value ?? '') && html`selected`}>${label}</option>`,
  )
  return labelledField(
    row,
    strings,
    html`<select id="${id}" name="${row.name}" ${commonAttributes(row, id)}>
        ${options}</select
      >${icon('down')}`,
  )
}

/** The banks to choose from. `selected`: the one that the shop selects (contract 16.11); otherwise none is chosen. */
export function renderBanks(
  path: string,
  banks: NonNullable<CollectedField['choices']>,
  selected: string | undefined,
  strings: FormStrings,
): Html {
  const id = inputId(path)
  return html`<fieldset>
    <legend>${strings.fields.bank}</legend>
    ${renderSearch(strings.methods.findBank, '.pf-saved > label', strings)} ${renderProblem(id, '')}
    <div class="pf-banks">
      ${banks.map(
        ([value, name], index) =>
          html`<div class="pf-saved">
            <label for="${id}-${index}"
              ><input
                id="${id}-${index}"
                type="radio"
                name="${path}"
                value="${value}"
                data-check="bank"
                ${attribute('data-param', parameterOf(path))}
                aria-describedby="${id}-e"
                ${value === selected && html`checked`}
              />${drawInitials(name)}<span class="pf-saved-text"><b>${name}</b></span></label
            >
          </div>`,
      )}
    </div>
  </fieldset>`
}

/** The banks are made up, so their marks are too: initials, on a hue that follows from the name. */
function drawInitials(name: string): Html {
  const hue = (name.charCodeAt(0) * 31 + name.length * 67) % 360
  const initials = name
    .split(' ', 2)
    .map((word) => word.charAt(0))
    .join('')
  return html`<svg class="pf-initials" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
    <rect width="36" height="36" rx="9" fill="hsl(${hue},45%,30%)" />
    <text x="18" y="23" text-anchor="middle" font-size="14" font-weight="600" fill="#fff">${initials}</text>
  </svg>`
}

/** Why a value was refused; null if it was not. */
export function problemOf({ problems }: FormPage, name: string): ProblemReason | null {
  return problems.find((problem) => problem.name === name)?.reason ?? null
}

/** Fields with short values: two in succession share a line. */
const HALF_WIDTH = /(?:postal|zip|post_code|city|country|region_code|first_name|last_name|building|ssn)$/

export function renderAskedField(
  page: FormPage,
  field: AskedField,
  strings: FormStrings,
  asked: Pick<InputRow, 'value' | 'problem' | 'hidden' | 'isHalf' | 'hint'> & {
    readonly required?: boolean
    /** Under the heading of its group: in the label, only screen readers read the group again. */
    readonly isGrouped?: boolean
  } = {},
): Html {
  const { path, input, label, labelInGroup, choices } = field
  const { required = true, isGrouped = false, value = '' } = asked
  const { datePattern } = strings.form
  const type = input === 'email' || input === 'tel' ? input : 'text'
  const row: InputRow = {
    name: path,
    label:
      isGrouped && label !== labelInGroup
        ? html`${labelInGroup}<span class="sr">${label.slice(labelInGroup.length)}</span>`
        : label,
    type,
    inputMode: ['digits', 'date', 'code'].includes(input) ? 'numeric' : type,
    autocomplete: field.autocomplete,
    placeholder: input === 'date' ? { text: datePattern } : null,
    maxLength: field.maxLength,
    optionalWord: required ? null : strings.form.optional,
    problem: problemOf(page, path),
    check: required ? input : `${input} optional`,
    parameter: field.parameter,
    ...asked,
    value: input === 'date' ? value.replaceAll('-', datePattern.charAt(2)) : value,
  }
  if (input === 'country') return renderSelect(row, countriesOf(page.frame.language), strings)
  return choices.length > 0 ? renderSelect(row, choices, strings) : renderInput(row, strings)
}

/** Whether each field takes a full line. Two short fields in succession share a line; other fields take a full one. */
export function fullWidths(fields: readonly AskedField[]): readonly boolean[] {
  const widths: boolean[] = []
  for (let index = 0; index < fields.length; index += 1) {
    const pair = [fields[index], fields[index + 1]]
    const isPair = pair.every(
      (field) => field !== undefined && HALF_WIDTH.test(field.path) && field.labelInGroup.length < 22,
    )
    if (isPair) {
      widths.push(false, false)
      index += 1
    } else widths.push(true)
  }
  return widths
}

type FieldInput = 'text' | 'email' | 'tel' | 'digits' | 'date' | 'code' | 'country' | 'choice' | 'yes-no'

type AskedField = ReturnType<typeof askedField>

/** Labels and autocomplete values by the last part of a path, in the order in which a page shows them. */
const BY_LAST_NAME: Readonly<Record<string, readonly [label: FieldLabel, autocomplete: string | null]>> = {
  first_name: ['firstName', 'given-name'],
  middle_name: ['middleName', 'additional-name'],
  last_name: ['lastName', 'family-name'],
  address: ['address', 'street-address'],
  avs_street_address: ['address', 'street-address'],
  street: ['street', 'address-line1'],
  building: ['building', null],
  district: ['district', 'address-level3'],
  postal: ['postCode', 'postal-code'],
  zip: ['postCode', 'postal-code'],
  avs_post_code: ['postCode', 'postal-code'],
  city: ['city', 'address-level2'],
  state: ['state', 'address-level1'],
  region: ['region', 'address-level1'],
  region_code: ['regionCode', null],
  canadian_province: ['province', 'address-level1'],
  country: ['country', 'country'],
  day_of_birth: ['dayOfBirth', 'bday'],
  birthplace: ['birthplace', null],
  gender: ['gender', 'sex'],
  citizenship: ['citizenship', null],
  email: ['email', 'email'],
  delivery_email: ['email', 'email'],
  phone: ['phone', 'tel'],
  home_phone: ['homePhone', 'home tel'],
  work_phone: ['workPhone', 'work tel'],
  ssn: ['ssn', null],
  iin: ['iin', null],
  doc_number: ['docNumber', null],
  doc_type: ['docType', null],
  doc_issue_date: ['docIssueDate', null],
  doc_issue_by: ['docIssueBy', null],
  doc_issue_country: ['docIssueCountry', null],
  security_code: ['securityCode', 'one-time-code'],
  otp_code: ['securityCode', 'one-time-code'],
  approval_code: ['securityCode', 'one-time-code'],
  number: ['accountNumber', null],
  bank_id: ['bank', null],
  customer_name: ['accountOwner', 'name'],
}

/** The fields of a page. Labels that would be the same are followed by the group or by the name in the path. */
export function askedFields(
  asked: readonly { readonly path: string }[],
  strings: FormStrings,
): readonly AskedField[] {
  const fields = asked.map(({ path }) => askedField(path, strings))
  return fields.map((field) => {
    const alike = fields.filter(({ label }) => label === field.label)
    if (alike.length === 1) return field
    const isAmbiguous = alike.some(({ path, group }) => path !== field.path && group === field.group)
    const label = `${field.label} (${isAmbiguous ? readableName(field.path) : strings.groups[field.group]})`
    return { ...field, label, labelInGroup: isAmbiguous ? label : field.label }
  })
}

function askedField(path: string, strings: FormStrings) {
  const known = findField(path)
  const named = known === null && !OF_METHOD.test(path) ? undefined : ownMember(BY_LAST_NAME, lastOf(path))
  const rule = known?.value
  const label = named === undefined ? readableName(path) : strings.fields[named[0]]
  const { yes, no, male, female } = strings.form
  const words = { male, female }
  return {
    path,
    group: groupOf(path),
    /** Different for each field of a page. */
    label,
    /** The beginning of the label, which is different for each field of the group. */
    labelInGroup: label,
    input: inputFor(rule?.kind, path),
    autocomplete: named?.[1] ?? null,
    maxLength: rule?.kind === 'date' ? 10 : (rule?.maxLength ?? null),
    choices:
      rule?.kind === 'boolean'
        ? [['true', yes] as const, ['false', no] as const]
        : (rule?.values ?? []).map(String).map((value) => [value, ownMember(words, value) ?? value] as const),
    /** Merchants name fields by it (contract 5.8, 8.7). */
    parameter: parameterOf(path),
  }
}

/** The form parameter with the same meaning; null if there is none (contract 7.3, 16.11). */
const parameterOf = (path: string): string | null =>
  findField(path)?.formParameter ?? (/^(?:account|identify)\./.test(path) ? path.replace('.', '_') : null)

/** Parameters of methods, of which the field catalogue does not contain all. */
const OF_METHOD = /^(?:account|customer|identify|additional_data)\.[a-z_]+$/

const INPUTS: Readonly<Partial<Record<string, FieldInput>>> = {
  email: 'email',
  date: 'date',
  country: 'country',
  boolean: 'yes-no',
  choice: 'choice',
  digits: 'digits',
  'digit-number': 'digits',
  integer: 'digits',
  indicator: 'digits',
}

function inputFor(kind = 'text', path: string): FieldInput {
  if ((kind === 'digits' && path.endsWith('.security_code')) || METHOD_CODE.test(path)) return 'code'
  return kind === 'digits' && path.endsWith('phone') ? 'tel' : (INPUTS[kind] ?? 'text')
}

const LAST_NAMES = Object.keys(BY_LAST_NAME)
const GROUPS: readonly AskedGroup[] = [
  ...(['customer', 'document', 'avs', 'billing', 'shipping'] as const),
  ...(['account', 'account-history', 'browser', 'code', 'other'] as const),
]

/** Sorts fields by group; within a group, fields with unknown names come last. */
export function inAskedOrder<Asked extends { readonly path: string }>(
  asked: readonly Asked[],
): readonly Asked[] {
  const rank = ({ path }: Asked): number => {
    const at = LAST_NAMES.indexOf(lastOf(path))
    return GROUPS.indexOf(groupOf(path)) * (LAST_NAMES.length + 1) + (at < 0 ? LAST_NAMES.length : at)
  }
  return asked.toSorted((one, other) => rank(one) - rank(other))
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

const groupOf = (path: string): AskedGroup =>
  findField(path)?.group ??
  (METHOD_CODE.test(path)
    ? 'code'
    : path.startsWith('account.')
      ? 'account'
      : path.startsWith('identify.')
        ? 'document'
        : 'other')
