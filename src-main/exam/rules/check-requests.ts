import { task } from '#scenarios/foreign/tasks'
import {
  unobserved,
  type CheckResult,
  type MerchantRequests,
  type RequestCheck,
} from '#exam/requests/merchant-requests'
import type { Merchant } from '#exam/setup/exam-setup'
import { EXAM_RULES } from './exam-rules'

/** The number of each rule that has a check, with its result. */
const resultsOf = (judge: (check: RequestCheck) => CheckResult) =>
  EXAM_RULES.flatMap(({ number, check }) => (check === undefined ? [] : [[number, judge(check)] as const]))

/** Judges every rule that has a check by what the merchant sent. */
export const CHECK_REQUESTS = task({
  name: 'checkRequests',
  what: 'Judging the requests of the merchant',
  remedy: 'Let the merchant send smaller requests.',
  work: ({ requests, merchant }: { readonly requests: MerchantRequests; readonly merchant: Merchant }) =>
    resultsOf((check) => check(requests, merchant)),
})

/** The results where none of the checks could be made. */
export const unchecked = (reason: string) => resultsOf(() => unobserved(reason))
