import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import type { RequestableField } from '#domain/clarification/requestable-field'
import { fieldPath } from '#domain/clarification/fields'
import { BASE64_JSON, type ParameterRow, text } from './parameter'

/** Blocks of several values, each a base64 of JSON (contract 7.3). */
export const CUSTOMER_BLOCKS = [
  'customer_account_info',
  'customer_shipping',
  'customer_mpi_result',
  'payment_merchant_risk',
] as const

const BLOCK_NAMES: ReadonlySet<string> = new Set(CUSTOMER_BLOCKS)

export const PREFILLED_FIELDS: readonly (RequestableField & { readonly formParameter: string })[] =
  FIELD_CATALOGUE.flatMap((field) =>
    field.formParameter === null || BLOCK_NAMES.has(field.formParameter)
      ? []
      : [{ ...field, formParameter: field.formParameter }],
  )

export function fieldsOfBlock(block: string): readonly RequestableField[] {
  return FIELD_CATALOGUE.filter(({ formParameter }) => formParameter === block)
}

/** The form allows fewer characters than the API (contract 5.8). */
const NARROWER: ReadonlyMap<string, number> = new Map([
  ['customer_state', 255],
  ['customer_city', 255],
  ['customer_address', 255],
  ['customer_account_number', 255],
  ['customer_security_code', 255],
])

/** Data of the customer: given values are filled in and not requested later (contract 7.3, 5.8). */
export const CUSTOMER_PARAMETERS: readonly ParameterRow[] = [
  ...PREFILLED_FIELDS.map(({ key, name, formParameter, hint, code, sample }): ParameterRow => [
    formParameter,
    {
      kind: 'catalogue',
      path: fieldPath(key, name),
      maxLength: NARROWER.get(formParameter) ?? null,
    },
    hint,
    String(sample),
    { code },
  ]),
  ['account_customer_name', text(255), 'Owner of a bank account', 'Nora Vale'],
  ['account_number', text(255), 'Number of a bank account', 'IE29AIBK93115212345678'],
  ['account_province', text(255), 'Province of a bank account', 'Leinster'],
  ['mobile_phone', text(255), 'Mobile phone for methods that need one', '353871234511'],
  [
    'customer_account_info',
    BASE64_JSON,
    'History of the shop account and further phone numbers, as base64 of JSON',
    'eyJhY2NvdW50Ijp7InB1cmNoYXNlX251bWJlciI6N319',
  ],
  [
    'customer_shipping',
    BASE64_JSON,
    'Where and how the goods go, as base64 of JSON',
    'eyJzaGlwcGluZyI6eyJ0eXBlIjoiMDEifX0=',
  ],
  [
    'customer_mpi_result',
    BASE64_JSON,
    'Earlier 3-D Secure check, as base64 of JSON',
    'eyJtcGlfcmVzdWx0Ijp7ImF1dGhlbnRpY2F0aW9uX2Zsb3ciOiIwMSJ9fQ==',
  ],
  [
    'payment_merchant_risk',
    BASE64_JSON,
    'The shop’s own view of the risk, as base64 of JSON',
    'eyJyZW9yZGVyIjoiMDEifQ==',
  ],
]
