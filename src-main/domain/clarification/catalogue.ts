import * as rules from '#domain/api/rules'
import type { ClarificationFields } from './fields'
import { PERSONAL_FIELDS } from './personal-fields'
import { fieldRows, type RequestableField } from './requestable-field'
import { RISK_FIELDS } from './risk-fields'

/** Every value that the platform can request and check (contract 5.8). */
export const FIELD_CATALOGUE: readonly RequestableField[] = [...PERSONAL_FIELDS, ...RISK_FIELDS]

/** Checked like the catalogue, but requested only after a transfer (contract 16.4). */
const TRANSFER_FIELDS = fieldRows({ key: 'additional_data', group: 'code' }, [
  [
    'txref',
    null,
    rules.text(64, {
      minLength: 4,
      pattern: /^(?!0000$)/,
      explanation: 'The provider knows no transfer with this reference.',
    }),
    '502',
    'Reference of the transfer, 4 to 64 characters',
    'TX-5501234',
  ],
])

const BY_PATH: ReadonlyMap<string, RequestableField> = new Map(
  [...FIELD_CATALOGUE, ...TRANSFER_FIELDS].map((field) => [field.path, field]),
)

/** `path` is `key.name`; null for a free name, which the catalogue does not contain. */
export function findField(path: string): RequestableField | null {
  return BY_PATH.get(path) ?? null
}

export interface ClarificationPreset {
  readonly id: 'avs-pair' | 'standard-eight' | 'twelve-names' | 'one-time-code'
  readonly label: string
  readonly note: string
  readonly fields: ClarificationFields
}

export const AVS_PAIR: ClarificationFields = { avs_data: ['avs_post_code', 'avs_street_address'] }

const EIGHT_NAMES = [
  ...['email', 'first_name', 'last_name'],
  ...['billing.address', 'billing.city', 'billing.country', 'billing.postal', 'day_of_birth'],
]

/** The customer fields of the standard example (contract 3.5). */
export const STANDARD_EIGHT: ClarificationFields = { customer: EIGHT_NAMES }

/** More than ten names: positions 10 and 11 sort differently in some SDKs (contract 2.5). */
export const TWELVE_NAMES: ClarificationFields = {
  customer: [...EIGHT_NAMES, 'middle_name', 'phone', 'city', 'zip'],
}

/** The only value that cannot be supplied in advance (contract 6.14). */
export const ONE_TIME_CODE: ClarificationFields = { customer: ['security_code'] }

export const CLARIFICATION_PRESETS: readonly ClarificationPreset[] = [
  { id: 'avs-pair', label: 'AVS pair', note: 'Post code and street for the address check', fields: AVS_PAIR },
  {
    id: 'standard-eight',
    label: '8 customer fields',
    note: 'The fields of the standard example',
    fields: STANDARD_EIGHT,
  },
  {
    id: 'twelve-names',
    label: '12 customer fields',
    note: 'Shows how an SDK sorts lists of more than ten elements when it signs',
    fields: TWELVE_NAMES,
  },
  {
    id: 'one-time-code',
    label: 'One-time code',
    note: 'The code that the customer received',
    fields: ONE_TIME_CODE,
  },
]
