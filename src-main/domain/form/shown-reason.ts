import type { ProblemReason } from './view'

/** By an input's check, the reason to show while the input is empty: it says what to enter. */
const OWN_REASONS: Readonly<Partial<Record<string, ProblemReason>>> = {
  pan: 'card_number',
  expiry: 'card_expiry',
  cvv: 'card_code',
  holder: 'card_holder',
  email: 'email',
  date: 'date',
  country: 'country',
  tel: 'phone',
  code: 'one_time_code',
  bank: 'bank',
}

/** The reason to show at an input. `check`: its `data-check`, which ends with `optional` if it may stay empty. */
export function shownReason(reason: ProblemReason, check: string): ProblemReason {
  return reason === 'required' ? (OWN_REASONS[check.split(' ')[0] ?? ''] ?? reason) : reason
}
