import type { PaymentSortField } from '#domain/query/sorting'
import { equals, inBothForms, likes, not, type Condition } from './condition'
import type { SortColumns } from './list-order'
import { amountField, numberField, timeField, type ListVocabulary } from './term-conditions'
import { exactField, nameContains } from './text-conditions'
import { annotationFields } from './annotation-conditions'
import { escapeLike } from '#store/search/queries'

const WAITING = 'awaiting clarification'

const withCallbacks = (state: string): Condition | null => {
  switch (state) {
    case 'delivered':
    case 'failed':
    case 'pending':
      // written as in the partial indexes, or SQLite would not use them
      return { seek: counted(state, ''), scan: counted(state, '+') }
    case 'none':
      return inBothForms('(m.callbacks_delivered = 0 AND m.callbacks_failed = 0 AND m.callbacks_pending = 0)')
    default:
      return null
  }
}

const counted = (state: string, plus: string) => ({ sql: `${plus}m.callbacks_${state} > 0`, values: [] })

const yesNo = (value: string, condition: Condition): Condition =>
  value === 'yes' ? condition : not(condition)

/** What the fields of `PAYMENT_QUERY_FIELDS` mean for the table of payments. */
export const PAYMENT_VOCABULARY: ListVocabulary = {
  status: exactField('status'),
  id: (value, { operator }) =>
    operator === '='
      ? equals('payment_id_folded', value.toLowerCase())
      : nameContains('seq', value, 'payment_id'),
  amount: amountField('amount_thousandths'),
  currency: exactField('currency', (value) => value.toUpperCase()),
  customer: (value, { operator }) =>
    operator === '=' || value === ''
      ? equals('customer_id_folded', value.toLowerCase())
      : nameContains('seq', value, 'customer_id'),
  method: exactField('method', (value) => value.toLowerCase()),
  card: (value) =>
    /^.{4}$/u.test(value) ? equals('card_last4', value) : likes('card_last4', `%${escapeLike(value)}`),
  created: timeField('created_at'),
  code: exactField('result_code'),
  callback: (value) => withCallbacks(value),
  waiting: (value) => yesNo(value, equals('status', WAITING)),
  project: numberField('project_id'),
  origin: exactField('origin'),
  ...annotationFields('payments'),
}

/** The columns by which payments can be sorted, each with its index. */
export const PAYMENT_SORT_COLUMNS: SortColumns<PaymentSortField> = {
  id: { column: 'payment_id_folded', holds: 'text', index: 'payments_by_any_id' },
  status: { column: 'status', holds: 'text', index: 'payments_by_status' },
  amount: { column: 'amount_thousandths', holds: 'integer', index: 'payments_by_amount' },
  customer: { column: 'customer_id_folded', holds: 'text', index: 'payments_by_customer' },
}
