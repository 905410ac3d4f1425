/** Statuses that only a new request can change (contract 4.1). */
const FINAL_STATUSES = [
  'success',
  'decline',
  'error',
  'canceled',
  'partially refunded',
  'refunded',
  'partially reversed',
  'reversed',
  'expired',
  'partially paid',
  'partially paid out',
  'internal error',
  'external error',
  'invoice cancelled',
  'decline renewal',
] as const

/** Unfinished statuses with which both lists below begin. */
const UNFINISHED = [
  'processing',
  'awaiting clarification',
  'awaiting 3ds result',
  'awaiting redirect result',
  'awaiting customer action',
  'awaiting customer',
  'awaiting merchant auth',
] as const

/** All statuses of a payment, spelled as on the wire (contract 4.1). */
export const PAYMENT_STATUSES = [
  ...UNFINISHED,
  'awaiting capture',
  'awaiting confirmation',
  'awaiting retry',
  'awaiting payment',
  'awaiting approval',
  'awaiting clearing',
  'awaiting partially clearing',
  'clearing processing',
  'external processing',
  'scheduled recurring processing',
  'invoice sent',
  ...FINAL_STATUSES,
] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** All statuses of an operation (contract 4.2). */
export const OPERATION_STATUSES = [
  ...UNFINISHED,
  'awaiting confirmation',
  'awaiting payment',
  'awaiting approval',
  'awaiting finalization',
  'external processing',
  'invoice sent',
  'unknown',
  'success',
  'decline',
  'expired',
  'internal error',
  'external error',
  'invoice cancelled',
] as const

export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** All types of an operation (contract 4.3). */
export const OPERATION_TYPES = [
  'sale',
  'auth',
  'capture',
  'cancel',
  'incremental',
  'refund',
  'reversal',
  'refund reverse',
  'recurring',
  'recurring update',
  'recurring cancel',
  'account verification',
  'invoice',
  'payment confirmation',
  'contract registration',
  'capture settlement',
  'customer action',
  'commission',
  'manual change',
  'create_cash_voucher',
  'payout',
] as const

export type OperationType = (typeof OPERATION_TYPES)[number]

const FIRST_OPERATION_TYPES = ['sale', 'auth', 'account verification', 'payout', 'recurring'] as const

export type FirstOperationType = (typeof FIRST_OPERATION_TYPES)[number]

/** Whether an operation of this type starts a payment or is another try after a decline. */
export function isFirstOperation(type: string): type is FirstOperationType {
  return FIRST_OPERATION_TYPES.some((first) => first === type)
}

/** Whether only a new request can change the status. */
export function isFinal(status: string): boolean {
  return FINAL_STATUSES.some((final) => final === status)
}
