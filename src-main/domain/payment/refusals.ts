import type { Refusal } from './commands'
import type { Payment } from './payment'

/** The payment's status does not allow the action (contract 4.5, code 3060). */
export function wrongState(payment: Payment, action: string, needed: string): Refusal {
  return {
    code: '3060',
    field: 'general.payment_id',
    constraint: 'state',
    message: `${action} is not possible: the payment is in "${payment.status}"; it needs ${needed}.`,
  }
}
