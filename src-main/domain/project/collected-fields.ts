import { FIELD_CATALOGUE } from '#domain/clarification/catalogue'
import { fieldPath } from '#domain/clarification/fields'
import type { FieldGroup } from '#domain/clarification/requestable-field'

/** Customers give up on forms that ask for more. */
export const MAX_COLLECTED_FIELDS = 30

/** Groups that a customer can fill in: one-time codes exist only after the payment has started, and nobody types browser facts. */
const GROUPS: readonly FieldGroup[] = ['customer', 'billing', 'document', 'avs']

/** Paths of the customer data that a form can collect before the payment (contract 5.8, 7.4). */
export const COLLECTABLE_PATHS: readonly string[] = FIELD_CATALOGUE.filter(({ group }) =>
  GROUPS.includes(group),
).map(({ key, name }) => fieldPath(key, name))
