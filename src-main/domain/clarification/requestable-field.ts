import type { ValueRule } from './value-rule'

/** The groups in which the workbench offers the catalogue. */
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

/** A value the platform can ask for (one row of contract 5.8). */
export interface RequestableField {
  /** Key of `clarification_fields` and of `additional_data`. */
  readonly key: string
  /** Name in the key's list; dots mean nesting. */
  readonly name: string
  readonly group: FieldGroup
  /** Parameter that supplies it when the form is opened, or the block that contains it; null: none. */
  readonly formParameter: string | null
  readonly value: ValueRule
  /** What the value is, in a few words. */
  readonly hint: string
  /** Result code named when a value is wrong. */
  readonly code: string
  /** Whether the mission document shows the name, or only public API descriptions do. */
  readonly origin: 'mission' | 'public'
  /** A value that passes the rule; of the type that the request has to have. */
  readonly sample: string | number | boolean
}
