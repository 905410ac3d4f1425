import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import type {
  ExchangeSource,
  PaymentOrigin,
  SignatureState,
  StoredCallbackKind,
  StoredCallbackState,
} from './records'

/** All words of a union, so that a column can be read back into its type. */
const allOf = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[]

export const STATUS_WORDS: readonly PaymentStatus[] = PAYMENT_STATUSES.map((row) => row.status)
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(
  PAYMENT_STATUSES.filter((row) => row.kind === 'final').map((row) => row.status),
)

export const ORIGINS = allOf<PaymentOrigin>({ api: true, form: true, workbench: true })
export const EXCHANGE_SOURCES = allOf<ExchangeSource>({
  api: true,
  capture: true,
  form: true,
  imported: true,
})
export const CALLBACK_KINDS = allOf<StoredCallbackKind>({
  clarification: true,
  remaining: true,
  intermediate: true,
  result: true,
  token: true,
  other: true,
})
export const CALLBACK_STATES = allOf<StoredCallbackState>({
  scheduled: true,
  delivering: true,
  delivered: true,
  failed: true,
  held: true,
  dropped: true,
})
export const SIGNATURE_STATES = allOf<SignatureState>({
  valid: true,
  invalid: true,
  missing: true,
  empty: true,
  unreadable: true,
  unknown_project: true,
})
