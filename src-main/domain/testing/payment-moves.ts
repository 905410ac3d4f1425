import type { PaymentStatus } from '#domain/payment/statuses'

/** Every change of a payment's status that the simulated platform makes (contract 4.4); a payment begins as `nothing`. */
const NEXT: Readonly<Record<string, readonly PaymentStatus[]>> = {
  nothing: ['processing', 'scheduled recurring processing'],
  processing: [
    'awaiting clarification',
    'awaiting 3ds result',
    'awaiting redirect result',
    'awaiting customer action',
    'awaiting customer',
    'awaiting capture',
    'success',
    'decline',
  ],
  'scheduled recurring processing': ['awaiting clarification', 'success', 'decline'],
  'awaiting clarification': [
    'processing',
    'decline',
    // After the clarification of a capture, cancel or refund: back to the earlier status.
    'awaiting capture',
    'success',
    'partially refunded',
    'partially reversed',
  ],
  'awaiting 3ds result': ['processing', 'decline'],
  'awaiting redirect result': ['processing', 'decline'],
  'awaiting customer action': ['processing', 'decline'],
  'awaiting customer': ['processing', 'decline'],
  'awaiting capture': ['awaiting clarification', 'success', 'canceled'],
  success: ['awaiting clarification', 'partially refunded', 'refunded', 'partially reversed', 'reversed'],
  'partially reversed': ['awaiting clarification', 'reversed', 'partially refunded', 'refunded'],
  'partially refunded': ['awaiting clarification', 'refunded'],
}

export const MOVES: readonly string[] = Object.entries(NEXT).flatMap(([from, statuses]) =>
  statuses.map((to) => `${from} > ${to}`),
)
