import type { PaymentStatus } from './statuses'

/** What makes a payment change its status (contract 4.4). */
export type TransitionTrigger =
  | 'registered'
  | 'scheduled payment due'
  | 'data refused'
  | 'data missing'
  | 'clarification complete'
  | 'clarification incomplete'
  | 'clarification wait over'
  | 'data missing for a capture, cancel or refund'
  | 'clarification of a capture or cancel over'
  | 'clarification of the first return over'
  | 'clarification of a further return over'
  | 'clarification of a further return on the same business day over'
  | 'processing deadline passed'
  | '3-D Secure challenge'
  | '3-D Secure result'
  | '3-D Secure wait over'
  | 'external page'
  | 'external action'
  | 'sale approved'
  | 'sale refused'
  | 'hold approved'
  | 'hold refused'
  | 'refused with retries left'
  | 'customer tries again'
  | 'customer gives up'
  | 'capture approved'
  | 'cancel approved'
  | 'capture or cancel refused'
  | 'returned in full on the same business day'
  | 'returned in part on the same business day'
  | 'returned in part'
  | 'returned in full on a later day'
  | 'return refused'

/** One permitted move; `from: null` is a payment that does not exist yet. */
export interface Transition {
  readonly from: PaymentStatus | null
  readonly trigger: TransitionTrigger
  readonly to: PaymentStatus
  readonly note: string
  readonly origin: 'mission' | 'public' | 'chosen'
}

/** The moves of a payment (contract 4.4), the mission document's rows first. */
export const TRANSITIONS: readonly Transition[] = [
  {
    from: 'processing',
    trigger: 'data missing',
    to: 'awaiting clarification',
    note: 'A callback lists the fields and the 30 minutes begin',
    origin: 'mission',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification complete',
    to: 'processing',
    note: 'Every requested value is there and correct; work goes on',
    origin: 'mission',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification incomplete',
    to: 'awaiting clarification',
    note: 'The 30 minutes begin again and the rest is listed',
    origin: 'mission',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification wait over',
    to: 'decline',
    note: 'No clarification request for 30 minutes',
    origin: 'mission',
  },
  {
    from: 'awaiting clarification',
    trigger: 'processing deadline passed',
    to: 'decline',
    note: 'The deadline cannot be moved; the result goes out',
    origin: 'mission',
  },
  {
    from: 'processing',
    trigger: 'processing deadline passed',
    to: 'decline',
    note: 'The deadline binds from registration on, whoever is on turn',
    origin: 'chosen',
  },
  ...(['awaiting capture', 'success', 'partially refunded', 'partially reversed'] as const).map(
    (from): Transition => ({
      from,
      trigger: 'data missing for a capture, cancel or refund',
      to: 'awaiting clarification',
      note: 'As for the first operation; no money moves while the merchant is asked',
      origin: 'public',
    }),
  ),
  {
    from: 'awaiting clarification',
    trigger: 'clarification of a capture or cancel over',
    to: 'awaiting capture',
    note: 'The operation goes on, or is declined after 30 minutes',
    origin: 'chosen',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification of the first return over',
    to: 'success',
    note: 'The operation goes on, or is declined after 30 minutes',
    origin: 'chosen',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification of a further return over',
    to: 'partially refunded',
    note: 'The operation goes on, or is declined after 30 minutes',
    origin: 'chosen',
  },
  {
    from: 'awaiting clarification',
    trigger: 'clarification of a further return on the same business day over',
    to: 'partially reversed',
    note: 'The operation goes on, or is declined after 30 minutes',
    origin: 'chosen',
  },
  {
    from: null,
    trigger: 'registered',
    to: 'processing',
    note: 'Form confirmed, or a sale or auth accepted',
    origin: 'public',
  },
  {
    from: null,
    trigger: 'scheduled payment due',
    to: 'scheduled recurring processing',
    note: 'A payment of a scheduled series comes by itself',
    origin: 'public',
  },
  {
    from: 'scheduled recurring processing',
    trigger: 'sale approved',
    to: 'success',
    note: 'Code 0',
    origin: 'chosen',
  },
  {
    from: 'scheduled recurring processing',
    trigger: 'sale refused',
    to: 'decline',
    note: 'Code of the refusal; the series goes on',
    origin: 'chosen',
  },
  {
    from: 'scheduled recurring processing',
    trigger: 'data missing',
    to: 'awaiting clarification',
    note: 'As for every other payment',
    origin: 'chosen',
  },
  {
    from: 'scheduled recurring processing',
    trigger: 'processing deadline passed',
    to: 'decline',
    note: 'The deadline binds from registration on, whoever is on turn',
    origin: 'chosen',
  },
  { from: null, trigger: 'data refused', to: 'error', note: 'Nothing was started', origin: 'public' },
  {
    from: 'processing',
    trigger: '3-D Secure challenge',
    to: 'awaiting 3ds result',
    note: 'The customer has 30 minutes',
    origin: 'public',
  },
  {
    from: 'awaiting 3ds result',
    trigger: '3-D Secure result',
    to: 'processing',
    note: 'The outcome follows',
    origin: 'public',
  },
  {
    from: 'awaiting 3ds result',
    trigger: '3-D Secure wait over',
    to: 'decline',
    note: 'Code 108: the customer did not come back',
    origin: 'chosen',
  },
  {
    from: 'processing',
    trigger: 'external page',
    to: 'awaiting redirect result',
    note: 'Never together with a customer action',
    origin: 'public',
  },
  {
    from: 'processing',
    trigger: 'external action',
    to: 'awaiting customer action',
    note: 'Never together with an external page',
    origin: 'public',
  },
  { from: 'awaiting redirect result', trigger: 'sale approved', to: 'success', note: '', origin: 'public' },
  { from: 'awaiting redirect result', trigger: 'sale refused', to: 'decline', note: '', origin: 'public' },
  { from: 'awaiting customer action', trigger: 'sale approved', to: 'success', note: '', origin: 'public' },
  { from: 'awaiting customer action', trigger: 'sale refused', to: 'decline', note: '', origin: 'public' },
  {
    from: 'processing',
    trigger: 'refused with retries left',
    to: 'awaiting customer',
    note: 'is_new_attempts_available turns true',
    origin: 'public',
  },
  {
    from: 'awaiting customer',
    trigger: 'customer tries again',
    to: 'processing',
    note: '',
    origin: 'public',
  },
  {
    from: 'awaiting customer',
    trigger: 'customer gives up',
    to: 'decline',
    note: 'Also when attempts or time are used up',
    origin: 'public',
  },
  { from: 'processing', trigger: 'sale approved', to: 'success', note: 'Code 0', origin: 'public' },
  {
    from: 'processing',
    trigger: 'sale refused',
    to: 'decline',
    note: 'Code of the refusal',
    origin: 'public',
  },
  {
    from: 'processing',
    trigger: 'hold approved',
    to: 'awaiting capture',
    note: 'Code 0 of the auth',
    origin: 'public',
  },
  {
    from: 'processing',
    trigger: 'hold refused',
    to: 'decline',
    note: 'Code of the refusal',
    origin: 'chosen',
  },
  { from: 'awaiting capture', trigger: 'capture approved', to: 'success', note: '', origin: 'public' },
  { from: 'awaiting capture', trigger: 'cancel approved', to: 'canceled', note: '', origin: 'public' },
  {
    from: 'awaiting capture',
    trigger: 'capture or cancel refused',
    to: 'awaiting capture',
    note: 'Only the operation is declined',
    origin: 'public',
  },
  {
    from: 'success',
    trigger: 'returned in full on the same business day',
    to: 'reversed',
    note: 'The operation is a reversal; the business day ends at midnight UTC',
    origin: 'public',
  },
  {
    from: 'success',
    trigger: 'returned in part on the same business day',
    to: 'partially reversed',
    note: 'The operation is a reversal, unless the project counts only whole amounts as reversals',
    origin: 'public',
  },
  {
    from: 'partially reversed',
    trigger: 'returned in part on the same business day',
    to: 'partially reversed',
    note: 'Something is still left',
    origin: 'public',
  },
  {
    from: 'partially reversed',
    trigger: 'returned in full on the same business day',
    to: 'reversed',
    note: 'The last part went back on the same day',
    origin: 'public',
  },
  {
    from: 'partially reversed',
    trigger: 'returned in part',
    to: 'partially refunded',
    note: 'The operation is a refund on a later day',
    origin: 'chosen',
  },
  {
    from: 'partially reversed',
    trigger: 'returned in full on a later day',
    to: 'refunded',
    note: 'The last part went back on a later day',
    origin: 'chosen',
  },
  {
    from: 'partially reversed',
    trigger: 'return refused',
    to: 'partially reversed',
    note: 'Only the operation is declined',
    origin: 'public',
  },
  {
    from: 'success',
    trigger: 'returned in part',
    to: 'partially refunded',
    note: 'The operation is a refund',
    origin: 'public',
  },
  {
    from: 'success',
    trigger: 'returned in full on a later day',
    to: 'refunded',
    note: 'The operation is a refund',
    origin: 'public',
  },
  {
    from: 'partially refunded',
    trigger: 'returned in part',
    to: 'partially refunded',
    note: 'Something is still left',
    origin: 'public',
  },
  {
    from: 'partially refunded',
    trigger: 'returned in full on a later day',
    to: 'refunded',
    note: 'The last part went back, on any day',
    origin: 'public',
  },
  {
    from: 'success',
    trigger: 'return refused',
    to: 'success',
    note: 'Only the operation is declined',
    origin: 'public',
  },
  {
    from: 'partially refunded',
    trigger: 'return refused',
    to: 'partially refunded',
    note: 'Only the operation is declined',
    origin: 'public',
  },
]

/** The moves that leave a status; null asks for the ways into being. */
export function transitionsFrom(status: PaymentStatus | null): readonly Transition[] {
  return TRANSITIONS.filter((transition) => transition.from === status)
}
