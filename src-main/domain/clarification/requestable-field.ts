import type { ValueRule } from '#domain/api/rules'
import { fieldPath, type RequestedField } from './fields'

export type FieldGroup =
  | 'avs'
  | 'customer'
  | 'billing'
  | 'document'
  | 'code'
  | 'browser'
  | 'shipping'
  | 'account-history'
  | 'account'

export interface RequestableField extends RequestedField {
  readonly group: FieldGroup
  /** Form parameter, or block, that supplies it; null if there is none. */
  readonly formParameter: string | null
  readonly value: ValueRule
  readonly hint: string
  /** Result code of a wrong value. */
  readonly code: string
  /** A valid value of the type that the request requires. */
  readonly sample: string | number | boolean
}

/** A field without its key and group, which neighbouring rows share. */
export type FieldRow = readonly [
  name: string,
  formParameter: string | null,
  value: ValueRule,
  code: string,
  hint: string,
  sample: string | number | boolean,
]

export function fieldRows(
  shared: Pick<RequestableField, 'key' | 'group'>,
  rows: readonly FieldRow[],
): readonly RequestableField[] {
  return rows.map(([name, formParameter, value, code, hint, sample]) => {
    const path = fieldPath(shared.key, name)
    return { ...shared, name, path, formParameter, value, code, hint, sample }
  })
}
