import { FIELD_CATALOGUE } from '../clarification/catalogue'
import { fieldPath } from '../clarification/fields'
import type { FieldGroup } from '../clarification/requestable-field'

/** Fewest and most attempts on the form, the first one included: one attempt leaves none to try again. */
export const MIN_RETRY_LIMIT = 2
export const MAX_RETRY_LIMIT = 100

/** No form can ask for more and still be filled in. */
export const MAX_COLLECTED_FIELDS = 30

/** What a person can be asked about themselves; one-time codes exist only afterwards, browser facts are not typed. */
const GROUPS: readonly FieldGroup[] = ['customer', 'billing', 'document', 'avs']

/** Paths of the customer data that a form can collect before the payment (contract 5.8, 7.4). */
export const COLLECTABLE_PATHS: readonly string[] = FIELD_CATALOGUE.filter(({ group }) =>
  GROUPS.includes(group),
).map(({ key, name }) => fieldPath(key, name))
