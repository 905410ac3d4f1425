import type { ValueRule } from '#domain/api/rules'
import type { RequestableField } from '#domain/clarification/requestable-field'
import type { FormMode } from '#domain/form/settings'

/** One parameter of contract 7.3, for the form's checks and for the workbench. */
export interface FormParameter {
  readonly name: string
  /** Checks the value as text; JSON may also contain it as a number or boolean. */
  readonly rule: ValueRule
  readonly meaning: string
  /** The modes that use it (contract 7.1). */
  readonly modes: readonly FormMode[]
  /** The modes that require it (contract 7.1). */
  readonly requiredIn: readonly FormMode[]
  /** Result code for a wrong value (contract 4.5). */
  readonly code: string
  /** The customer data that the parameter supplies (contract 5.8). */
  readonly field?: RequestableField
  /** A valid value, not yet encoded for a query. */
  readonly sample: string
}

/** By default the parameter applies to every mode, and a wrong value has code 502. */
export type ParameterRow = readonly [
  name: string,
  rule: ValueRule,
  meaning: string,
  sample: string,
  particulars?: Partial<Pick<FormParameter, 'modes' | 'requiredIn' | 'code' | 'field'>>,
]
