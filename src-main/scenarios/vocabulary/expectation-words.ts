import type { FormView } from '#domain/form/view'
import { OPERATION_STATUSES, OPERATION_TYPES, PAYMENT_STATUSES } from '#domain/payment/statuses'
import { callbackKind, callbackState, signatureVerdict } from '#protocol/messages'
import type { Verb } from './scenario-shape'

/** The words that a value can be, or those of its members. */
export type Words = readonly string[] | { readonly [member: string]: Words }

const MESSAGE_SIGNATURE = signatureVerdict.shape.state.options
const CAPTURED: Words = { signature: MESSAGE_SIGNATURE }

/** What a form shows; `error` for an error page. */
const VIEWS: Readonly<Record<FormView['kind'] | 'error', true>> = {
  card: true,
  details: true,
  clarification: true,
  challenge: true,
  waiting: true,
  result: true,
  expired: true,
  error: true,
}

/** The words of a response. */
export const RESPONSE_WORDS: Words = {
  signature: ['valid', 'invalid', 'missing'],
  view: Object.keys(VIEWS),
}

/** Members of expectations that have no other value than one of these words. */
export const EXPECTATION_WORDS: Partial<Readonly<Record<Verb, Words>>> = {
  'expect callback': {
    kind: callbackKind.options,
    state: callbackState.options,
    signature: MESSAGE_SIGNATURE,
  },
  'expect captured': CAPTURED,
  'expect received': CAPTURED,
  'expect response': RESPONSE_WORDS,
  'expect payment': {
    status: PAYMENT_STATUSES.map(({ status }) => status),
    operations: {
      type: OPERATION_TYPES.map(({ type }) => type),
      status: OPERATION_STATUSES.map(({ status }) => status),
    },
  },
}
