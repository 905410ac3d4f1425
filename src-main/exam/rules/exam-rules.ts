import { CLARIFICATION_RULES } from './clarification-rules'
import { DELIVERY_RULES } from './delivery-rules'
import { REQUEST_RULES } from './request-rules'
import { REVIEW_RULES } from './review-rules'
import type { Rule } from './rule'
import { SIGNATURE_RULES } from './signature-rules'
import { STATE_RULES } from './state-rules'
import { task } from '#scenarios/foreign/foreign'
import {
  unobserved,
  type CheckResult,
  type MerchantRequests,
  type RequestCheck,
} from '#exam/requests/merchant-requests'
import type { Merchant } from '#exam/setup/exam-setup'

/** In the order of the contract. */
export const EXAM_RULES: readonly Rule[] = [
  ...SIGNATURE_RULES,
  ...DELIVERY_RULES,
  ...STATE_RULES,
  ...CLARIFICATION_RULES,
  ...REQUEST_RULES,
  ...REVIEW_RULES,
].toSorted((a, b) => a.number - b.number)

const resultsOf = (judge: (check: RequestCheck) => CheckResult) =>
  EXAM_RULES.flatMap(({ number, check }) => (check === undefined ? [] : [[number, judge(check)] as const]))

/** Judges the merchant's requests by every rule that has a check. */
export const CHECK_REQUESTS = task({
  name: 'checkRequests',
  what: 'Judging the requests of the merchant',
  remedy: 'Make the merchant send smaller requests.',
  work: ({ requests, merchant }: { readonly requests: MerchantRequests; readonly merchant: Merchant }) =>
    resultsOf((check) => check(requests, merchant)),
})

export const unchecked = (reason: string) => resultsOf(() => unobserved(reason))
