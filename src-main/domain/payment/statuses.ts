/** Whether a payment or an operation can still change without a new request. */
export type StatusKind = 'intermediate' | 'final'

interface StatusRow {
  readonly status: string
  readonly kind: StatusKind
  readonly meaning: string
}

/** Payment statuses as they appear on the wire (contract 4.1). */
export const PAYMENT_STATUSES = [
  { status: 'processing', kind: 'intermediate', meaning: 'The platform or the provider is at work' },
  { status: 'awaiting clarification', kind: 'intermediate', meaning: 'The merchant owes requested data' },
  { status: 'awaiting 3ds result', kind: 'intermediate', meaning: 'The 3-D Secure outcome is open' },
  {
    status: 'awaiting redirect result',
    kind: 'intermediate',
    meaning: 'The customer is on an external page',
  },
  { status: 'awaiting customer action', kind: 'intermediate', meaning: 'The customer has to act elsewhere' },
  { status: 'awaiting customer', kind: 'intermediate', meaning: 'The customer may try again on the form' },
  {
    status: 'awaiting merchant auth',
    kind: 'intermediate',
    meaning: 'The merchant has to run its code check',
  },
  { status: 'awaiting capture', kind: 'intermediate', meaning: 'Money is held until capture or cancel' },
  { status: 'awaiting confirmation', kind: 'intermediate', meaning: 'A confirmation is outstanding' },
  { status: 'awaiting retry', kind: 'intermediate', meaning: 'Another attempt will follow' },
  { status: 'awaiting payment', kind: 'intermediate', meaning: 'The money has not arrived yet' },
  { status: 'awaiting approval', kind: 'intermediate', meaning: 'Somebody has to approve' },
  { status: 'awaiting clearing', kind: 'intermediate', meaning: 'Clearing has not begun' },
  {
    status: 'awaiting partially clearing',
    kind: 'intermediate',
    meaning: 'Part of the amount is not cleared',
  },
  { status: 'clearing processing', kind: 'intermediate', meaning: 'Clearing is in progress' },
  { status: 'external processing', kind: 'intermediate', meaning: 'An external system is at work' },
  {
    status: 'scheduled recurring processing',
    kind: 'intermediate',
    meaning: 'A planned repeat payment is at work',
  },
  { status: 'invoice sent', kind: 'intermediate', meaning: 'The invoice is with the customer' },
  { status: 'success', kind: 'final', meaning: 'Done; money can still be returned' },
  { status: 'decline', kind: 'final', meaning: 'Refused' },
  { status: 'error', kind: 'final', meaning: 'Never started; the payment id is free again' },
  { status: 'canceled', kind: 'final', meaning: 'The held money was released' },
  { status: 'partially refunded', kind: 'final', meaning: 'Part of the money went back' },
  { status: 'refunded', kind: 'final', meaning: 'All money went back after the business day' },
  { status: 'partially reversed', kind: 'final', meaning: 'Part went back within the business day' },
  { status: 'reversed', kind: 'final', meaning: 'All went back within the business day' },
  { status: 'expired', kind: 'final', meaning: 'The time to pay ran out' },
  { status: 'partially paid', kind: 'final', meaning: 'Less than the amount was paid' },
  { status: 'partially paid out', kind: 'final', meaning: 'Less than the amount was paid out' },
  { status: 'internal error', kind: 'final', meaning: 'The platform failed' },
  { status: 'external error', kind: 'final', meaning: 'An external system failed' },
  { status: 'invoice cancelled', kind: 'final', meaning: 'The invoice was withdrawn' },
  { status: 'decline renewal', kind: 'final', meaning: 'The renewal was refused' },
] as const satisfies readonly StatusRow[]

/** A payment status as the platform writes it. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]['status']

/** Operation statuses (contract 4.2). */
export const OPERATION_STATUSES = [
  { status: 'processing', kind: 'intermediate', meaning: 'The operation is at work' },
  { status: 'awaiting clarification', kind: 'intermediate', meaning: 'The merchant owes requested data' },
  { status: 'awaiting 3ds result', kind: 'intermediate', meaning: 'The 3-D Secure outcome is open' },
  {
    status: 'awaiting redirect result',
    kind: 'intermediate',
    meaning: 'The customer is on an external page',
  },
  { status: 'awaiting customer action', kind: 'intermediate', meaning: 'The customer has to act elsewhere' },
  { status: 'awaiting customer', kind: 'intermediate', meaning: 'The customer may try again on the form' },
  {
    status: 'awaiting merchant auth',
    kind: 'intermediate',
    meaning: 'The merchant has to run its code check',
  },
  { status: 'awaiting confirmation', kind: 'intermediate', meaning: 'A confirmation is outstanding' },
  { status: 'awaiting payment', kind: 'intermediate', meaning: 'The money has not arrived yet' },
  { status: 'awaiting approval', kind: 'intermediate', meaning: 'Somebody has to approve' },
  { status: 'awaiting finalization', kind: 'intermediate', meaning: 'The last step is outstanding' },
  { status: 'external processing', kind: 'intermediate', meaning: 'An external system is at work' },
  { status: 'invoice sent', kind: 'intermediate', meaning: 'The invoice is with the customer' },
  { status: 'unknown', kind: 'intermediate', meaning: 'The state could not be learned yet' },
  { status: 'success', kind: 'final', meaning: 'Done' },
  { status: 'decline', kind: 'final', meaning: 'Refused' },
  { status: 'expired', kind: 'final', meaning: 'The time for it ran out' },
  { status: 'internal error', kind: 'final', meaning: 'The platform failed' },
  { status: 'external error', kind: 'final', meaning: 'An external system failed' },
  { status: 'invoice cancelled', kind: 'final', meaning: 'The invoice was withdrawn' },
] as const satisfies readonly StatusRow[]

/** An operation status as the platform writes it. */
export type OperationStatus = (typeof OPERATION_STATUSES)[number]['status']

/** Operation types (contract 4.3). */
export const OPERATION_TYPES = [
  { type: 'sale', meaning: 'Charge in one step' },
  { type: 'auth', meaning: 'Hold the amount' },
  { type: 'capture', meaning: 'Charge held money' },
  { type: 'cancel', meaning: 'Release held money' },
  { type: 'incremental', meaning: 'Raise the hold' },
  { type: 'refund', meaning: 'Return money in part or on a later day' },
  { type: 'reversal', meaning: 'Return everything on the same business day' },
  { type: 'refund reverse', meaning: 'Undo a refund' },
  { type: 'recurring', meaning: 'Repeat debit' },
  { type: 'recurring update', meaning: 'Change a repeat payment' },
  { type: 'recurring cancel', meaning: 'End a repeat payment' },
  { type: 'account verification', meaning: 'Check a card without charging it' },
  { type: 'invoice', meaning: 'Bill the customer' },
  { type: 'payment confirmation', meaning: 'Confirm a payment' },
  { type: 'contract registration', meaning: 'Register a contract' },
  { type: 'capture settlement', meaning: 'Settle captured money' },
  { type: 'customer action', meaning: 'Step done by the customer' },
  { type: 'commission', meaning: 'Fee' },
  { type: 'manual change', meaning: 'Correction by the operator' },
  { type: 'create_cash_voucher', meaning: 'Issue a cash voucher' },
  { type: 'payout', meaning: 'Send money to the customer' },
] as const satisfies readonly { readonly type: string; readonly meaning: string }[]

/** An operation type as the platform writes it. */
export type OperationType = (typeof OPERATION_TYPES)[number]['type']

/** The operation that a payment begins with; what follows up on it is never one of these. */
export const FIRST_OPERATION_TYPES = ['sale', 'auth', 'account verification', 'payout', 'recurring'] as const

export type FirstOperationType = (typeof FIRST_OPERATION_TYPES)[number]

/** True for an operation that a payment begins with, further attempts included. */
export function isFirstOperation(type: string): type is FirstOperationType {
  return FIRST_OPERATION_TYPES.some((first) => first === type)
}

const FINAL: ReadonlySet<string> = new Set(
  [...PAYMENT_STATUSES, ...OPERATION_STATUSES].filter((row) => row.kind === 'final').map((row) => row.status),
)

/** True for a payment or operation status from which nothing moves without a new request. */
export function isFinal(status: PaymentStatus | OperationStatus): boolean {
  return FINAL.has(status)
}
