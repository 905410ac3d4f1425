import type { Shape } from './shape'

/** The bodies, field by field, as the tables of the mission document state them; typed in by hand. */

const SUM_REQUEST_AND_REAL: Shape = {
  'sum_request.amount': 'integer',
  'sum_request.currency': 'string',
  'sum_real.amount': 'integer',
  'sum_real.currency': 'string',
}

const BOTH_STATUS_FORMS: Shape = {
  ...SUM_REQUEST_AND_REAL,
  request_id: 'string',
  project_id: 'integer',
  'payment.id': 'string',
  'payment.method': 'string',
  'payment.date': 'string',
  'payment.result_code': 'string',
  'payment.result_message': 'string',
  'payment.is_new_attempts_available': 'boolean',
  'payment.attempts_timeout': 'integer',
  'payment.provider_id': 'integer',
  'customer.id': 'string',
  'account.number': 'string',
  'account.type': 'string',
  'account.card_holder': 'string',
  'account.expiry_month': 'string',
  'account.expiry_year': 'string',
  description: 'string',
  'operations[].id': 'integer',
  'operations[].type': 'string',
  'operations[].status': 'string',
  'operations[].date': 'string',
  'operations[].processing_time': 'null',
  'operations[].sum.amount': 'integer',
  'operations[].sum.currency': 'string',
  'operations[].code': 'string',
  'operations[].message': 'string',
  signature: 'string',
}

/** The payment status object of a callback; `asked` names the keys of `clarification_fields`. */
export function statusCallbackShape(...asked: readonly string[]): Shape {
  return { ...BOTH_STATUS_FORMS, status: 'string', ...askedShape(asked) }
}

/** The payment status object of a status response. `processing_time` becomes a string once the operation has ended. */
export function statusResponseShape(ended: 'open' | 'ended', ...asked: readonly string[]): Shape {
  return {
    ...BOTH_STATUS_FORMS,
    'payment.status': 'string',
    'payment.cascading_with_redirect': 'boolean',
    'operations[].request_id': 'string',
    'operations[].processing_time': ended === 'open' ? 'null' : 'string',
    ...askedShape(asked),
  }
}

/** The status response of an ended payment with the extra fields that shop plugins look for (contract 12 row 13). */
export const EXTENDED_STATUS_SHAPE: Shape = {
  ...statusResponseShape('ended'),
  'payment.type': 'string',
  'payment.sum.amount': 'integer',
  'payment.sum.currency': 'string',
  'payment.description': 'string',
  'account.token': 'string',
  'operations[].sum_initial.amount': 'integer',
  'operations[].sum_initial.currency': 'string',
  'operations[].sum_converted.amount': 'integer',
  'operations[].sum_converted.currency': 'string',
  'operations[].created_date': 'string',
  'operations[].provider.id': 'integer',
  'operations[].provider.payment_id': 'string',
  'operations[].provider.date': 'string',
  'operations[].provider.auth_code': 'string',
  'operations[].provider.endpoint_id': 'integer',
  'operations[].eci': 'string',
}

function askedShape(asked: readonly string[]): Shape {
  return Object.fromEntries(asked.map((key) => [`clarification_fields.${key}[]`, 'string']))
}

/** The body of a result callback. */
export const RESULT_SHAPE: Shape = {
  'account.number': 'string',
  'account.token': 'string',
  'account.type': 'string',
  'account.card_holder': 'string',
  'account.id': 'integer',
  'account.expiry_month': 'string',
  'account.expiry_year': 'string',
  'customer.id': 'string',
  'customer.phone': 'string',
  'payment.date': 'string',
  'payment.id': 'string',
  'payment.method': 'string',
  'payment.status': 'string',
  'payment.sum.amount': 'integer',
  'payment.sum.currency': 'string',
  'payment.type': 'string',
  'payment.description': 'string',
  project_id: 'integer',
  processingDateTime: 'string',
  country: 'string',
  product_name: 'string',
  issuer_name: 'string',
  'operation.id': 'integer',
  'operation.type': 'string',
  'operation.status': 'string',
  'operation.date': 'string',
  'operation.created_date': 'string',
  'operation.request_id': 'string',
  'operation.sum_initial.amount': 'integer',
  'operation.sum_initial.currency': 'string',
  'operation.sum_converted.amount': 'integer',
  'operation.sum_converted.currency': 'string',
  'operation.provider.id': 'integer',
  'operation.provider.payment_id': 'string',
  'operation.provider.date': 'string',
  'operation.provider.auth_code': 'string',
  'operation.provider.endpoint_id': 'integer',
  'operation.code': 'string',
  'operation.message': 'string',
  'operation.eci': 'string',
  signature: 'string',
}
