/**
 * What a code says: the action succeeded, was refused by somebody in the payment chain, is still open,
 * or the request itself was at fault.
 */
export type ResultKind = 'success' | 'decline' | 'pending' | 'error'

/** One result code with the protocol's own short text; `about` tells who or what it concerns. */
export interface ResultCode {
  readonly code: string
  readonly message: string
  readonly kind: ResultKind
  readonly about: string
}

/** The result codes of contract 4.5 in the order of their numbers. */
export const RESULT_CODES: readonly ResultCode[] = [
  { code: '0', message: 'Success', kind: 'success', about: 'done' },
  { code: '100', message: 'General decline', kind: 'decline', about: 'platform' },
  { code: '104', message: 'Declined by 3DS check', kind: 'decline', about: '3-D Secure' },
  {
    code: '108',
    message: 'Customer has not returned from ACS',
    kind: 'decline',
    about: '3-D Secure timeout',
  },
  { code: '109', message: 'Declined by AVS check', kind: 'decline', about: 'address' },
  { code: '301', message: 'Cancelled', kind: 'decline', about: 'withdrawn' },
  { code: '303', message: 'Access denied', kind: 'error', about: 'rights' },
  {
    code: '310',
    message: 'This operation is not allowed by project settings',
    kind: 'error',
    about: 'settings',
  },
  {
    code: '314',
    message: 'Provider is not available now to perform the operation',
    kind: 'decline',
    about: 'retry later',
  },
  { code: '319', message: 'There is not enough data to create an operation', kind: 'error', about: 'data' },
  { code: '402', message: 'RCS reject. Declined by Risk System', kind: 'decline', about: 'fraud' },
  { code: '501', message: 'Internal error', kind: 'error', about: 'platform' },
  { code: '502', message: 'Validation error', kind: 'error', about: 'data' },
  { code: '504', message: 'Insufficient funds on the balance', kind: 'decline', about: 'merchant balance' },
  { code: '601', message: 'Try again', kind: 'decline', about: 'temporary' },
  { code: '602', message: 'Network error', kind: 'decline', about: 'temporary' },
  { code: '603', message: 'Auto decline', kind: 'decline', about: 'automatic' },
  { code: '702', message: 'Malformed request', kind: 'error', about: 'format' },
  { code: '903', message: 'Exceeded allowed amount for refund', kind: 'decline', about: 'refund' },
  { code: '2003', message: 'Invalid JSON string', kind: 'error', about: 'format' },
  { code: '2004', message: 'Required field not provided', kind: 'error', about: 'data' },
  { code: '2061', message: 'Avs Data Not Found', kind: 'decline', about: 'AVS data never came' },
  { code: '2124', message: 'Invalid Customer ID', kind: 'error', about: 'data' },
  { code: '2147', message: 'Lock Error', kind: 'decline', about: 'concurrent requests' },
  { code: '2154', message: 'Customer ID is required for project', kind: 'error', about: 'data' },
  { code: '2261', message: 'Country not found', kind: 'error', about: 'data' },
  { code: '2426', message: 'Invalid Email', kind: 'error', about: 'field' },
  { code: '2442', message: 'Project ID not found', kind: 'error', about: 'project' },
  { code: '2466', message: 'Declined By Pares Settings', kind: 'decline', about: '3-D Secure' },
  { code: '2541', message: 'Unknown Payment Method', kind: 'error', about: 'data' },
  { code: '2609', message: 'Invalid day of birth', kind: 'error', about: 'field' },
  { code: '2610', message: 'Invalid Country', kind: 'error', about: 'field' },
  { code: '2611', message: 'Invalid City', kind: 'error', about: 'field' },
  { code: '2642', message: 'Operation amount is greater than limit', kind: 'error', about: 'amount' },
  { code: '2945', message: 'Invalid operation type for try again request', kind: 'error', about: 'retry' },
  { code: '2949', message: 'Invalid amount for try again request', kind: 'error', about: 'retry' },
  { code: '3002', message: 'Invalid Post Code from UK merchant', kind: 'error', about: 'field' },
  { code: '3021', message: 'Card expired', kind: 'decline', about: 'card' },
  { code: '3023', message: 'Provided currency disabled for Project ID', kind: 'error', about: 'settings' },
  { code: '3024', message: 'Invalid Payment ID', kind: 'error', about: 'field' },
  { code: '3027', message: 'Invalid token provided', kind: 'error', about: 'token' },
  { code: '3041', message: 'Payment ID already exists', kind: 'error', about: 'duplicate' },
  {
    code: '3060',
    message: 'Current payment or operation status does not allow this action',
    kind: 'error',
    about: 'state',
  },
  { code: '3061', message: 'Transaction not found', kind: 'error', about: 'unknown payment' },
  { code: '3062', message: 'Payment details not received', kind: 'error', about: 'temporary' },
  { code: '3121', message: 'Invalid currency', kind: 'error', about: 'field' },
  { code: '3141', message: 'CVV is required', kind: 'error', about: 'field' },
  { code: '3161', message: 'Invalid Holder', kind: 'error', about: 'field' },
  { code: '3162', message: 'Cardholder is required', kind: 'error', about: 'field' },
  { code: '3191', message: 'Need clarification', kind: 'decline', about: 'requested data never came' },
  { code: '3221', message: 'Card token not found', kind: 'error', about: 'token' },
  {
    code: '3230',
    message: 'The operation with such merchant_refund_id already exists',
    kind: 'error',
    about: 'duplicate refund',
  },
  { code: '3261', message: 'Invalid signature', kind: 'error', about: 'signature' },
  { code: '3262', message: 'Empty signature', kind: 'error', about: 'signature' },
  { code: '3283', message: 'Refund amount more than init amount', kind: 'error', about: 'refund' },
  { code: '3284', message: 'Refund currency mismatched or empty', kind: 'error', about: 'refund' },
  { code: '3286', message: 'The property amount is required', kind: 'error', about: 'refund' },
  { code: '3287', message: 'The property currency is required', kind: 'error', about: 'refund' },
  { code: '3610', message: 'Refund unavailable for the current operation', kind: 'error', about: 'refund' },
  { code: '3613', message: 'Duplicate operation', kind: 'error', about: 'duplicate' },
  { code: '9999', message: 'Awaiting processing', kind: 'pending', about: 'at the platform' },
  { code: '10000', message: 'General decline', kind: 'decline', about: 'provider' },
  {
    code: '10101',
    message: 'Decline due to amount or frequency limit',
    kind: 'decline',
    about: 'card limit',
  },
  { code: '10102', message: 'Incorrect data entered', kind: 'decline', about: 'card data' },
  { code: '10103', message: 'Incorrect PIN or CVV', kind: 'decline', about: 'card data' },
  { code: '10104', message: 'Incorrect 3DS password', kind: 'decline', about: '3-D Secure' },
  { code: '10105', message: 'Insufficient funds on card', kind: 'decline', about: 'funds' },
  { code: '10106', message: 'Card expired', kind: 'decline', about: 'card' },
  { code: '10201', message: 'Refer to card issuer', kind: 'decline', about: 'issuer' },
  { code: '10202', message: 'Issuer inoperative', kind: 'decline', about: 'issuer down' },
  { code: '10203', message: 'Pick-up card', kind: 'decline', about: 'card stolen' },
  { code: '10204', message: 'Restrictions for the customer card', kind: 'decline', about: 'card' },
  { code: '10205', message: 'Not enrolled for 3DS', kind: 'decline', about: '3-D Secure' },
  { code: '10301', message: 'Operation was cancelled', kind: 'decline', about: 'cancelled' },
  { code: '10402', message: 'Suspicious operation', kind: 'decline', about: 'fraud' },
  { code: '10502', message: 'Error during operation validation', kind: 'decline', about: 'data' },
  { code: '10601', message: 'Try again', kind: 'decline', about: 'temporary' },
  { code: '10602', message: 'Time-out', kind: 'decline', about: 'time' },
  {
    code: '10705',
    message: 'The request contains no fields of the customer object',
    kind: 'decline',
    about: 'data missing',
  },
  { code: '19999', message: 'Awaiting processing', kind: 'pending', about: 'at the provider' },
  { code: '20000', message: 'General decline', kind: 'decline', about: 'other methods' },
  { code: '20301', message: 'Account owner cancelled operation', kind: 'decline', about: 'customer' },
  { code: '20304', message: 'Incorrect amount paid', kind: 'decline', about: 'amount' },
  { code: '20602', message: 'Time-out', kind: 'decline', about: 'time' },
  { code: '29999', message: 'Awaiting processing', kind: 'pending', about: 'at the provider' },
  { code: '30000', message: 'Operation was declined by merchant', kind: 'decline', about: 'merchant' },
]

/** The codes a tester may decline a payment with. */
export const DECLINE_CODES: readonly ResultCode[] = RESULT_CODES.filter((row) => row.kind === 'decline')

export const SUCCESS_CODE = '0'
/** Written into payment and operation while the platform, the customer or the merchant is on turn. */
export const PENDING_CODE = '9999'
/** The issuer's plain refusal of a card (contract 4.5). */
export const CARD_DECLINE_CODE = '10000'
/** Nobody answered a clarification for 30 minutes (contract 4.5, a project may choose another code). */
export const CLARIFICATION_TIMEOUT_CODE = '603'
/** The processing deadline passed (contract 4.5, a project may choose another code). */
export const DEADLINE_CODE = '10602'
/** The customer cancelled on the issuer's page (contract 4.5). */
export const CANCELLED_CODE = '10301'
/** The customer did not come back from 3-D Secure (contract 4.5). */
export const NOT_RETURNED_CODE = '108'

const BY_CODE: ReadonlyMap<string, ResultCode> = new Map(RESULT_CODES.map((row) => [row.code, row]))

/** The row of a code, or null where the table has none. */
export function findResultCode(code: string): ResultCode | null {
  return BY_CODE.get(code) ?? null
}

/** The text that travels with a code; a code that the table lacks is named as such. */
export function resultMessage(code: string): string {
  return BY_CODE.get(code)?.message ?? `Unlisted result code ${code}`
}
