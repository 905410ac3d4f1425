import * as rules from '#domain/api/rules'
import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import type { RequestableField } from '#domain/clarification/requestable-field'
import type { ParameterRow } from './parameter'

/** Blocks of several values; each block is base64-encoded JSON (contract 7.3). */
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

/** The form allows 255 characters for these, the API more (contract 5.8). */
const NARROWER = ['customer_state', 'customer_city', 'customer_address', 'customer_account_number']

/** Customer data: given values are filled in and not requested later (contract 7.3, 5.8). */
export const CUSTOMER_PARAMETERS: readonly ParameterRow[] = [
  ...PREFILLED_FIELDS.map((field): ParameterRow => [
    field.formParameter,
    NARROWER.includes(field.formParameter) ? rules.text(255) : field.value,
    field.hint,
    String(field.sample),
    { code: field.code, field },
  ]),
  ['account_customer_name', rules.text(255), 'Owner of a bank account', 'Nora Vale'],
  ['account_number', rules.text(255), 'Number of a bank account', 'IE29AIBK93115212345678'],
  ['account_province', rules.text(255), 'Province of a bank account', 'Leinster'],
  ['mobile_phone', rules.text(255), 'Mobile phone for methods that need one', '353871234511'],
  [
    'customer_account_info',
    rules.base64Json,
    'History of the shop account and further phone numbers, as base64-encoded JSON',
    'eyJhY2NvdW50Ijp7InB1cmNoYXNlX251bWJlciI6N319',
  ],
  [
    'customer_shipping',
    rules.base64Json,
    'Where and how the goods are sent, as base64-encoded JSON',
    'eyJzaGlwcGluZyI6eyJ0eXBlIjoiMDEifX0=',
  ],
  [
    'customer_mpi_result',
    rules.base64Json,
    'Earlier 3-D Secure check, as base64-encoded JSON',
    'eyJtcGlfcmVzdWx0Ijp7ImF1dGhlbnRpY2F0aW9uX2Zsb3ciOiIwMSJ9fQ==',
  ],
  [
    'payment_merchant_risk',
    rules.base64Json,
    'The shop’s own view of the risk, as base64-encoded JSON',
    'eyJyZW9yZGVyIjoiMDEifQ==',
  ],
]
