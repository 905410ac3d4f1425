import type { PaymentOrigin } from '#domain/payment/payment'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payment/statuses'
import { callbackKind, callbackState, exchangeSource, signatureVerdict } from '#protocol/messages'

/** The words that columns hold. */
export const STATUS_WORDS: readonly PaymentStatus[] = PAYMENT_STATUSES.map((row) => row.status)
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(
  PAYMENT_STATUSES.filter((row) => row.kind === 'final').map((row) => row.status),
)
export const ORIGINS: readonly PaymentOrigin[] = ['api', 'form', 'workbench']
export const EXCHANGE_SOURCES = exchangeSource.options
export const CALLBACK_KINDS = callbackKind.options
export const CALLBACK_STATES = callbackState.options
export const SIGNATURE_STATES = signatureVerdict.shape.state.options

/** Faults on what the bench sends, and answers to what it captures. */
export const RULE_LISTS = ['fault', 'answer'] as const
export type RuleList = (typeof RULE_LISTS)[number]
