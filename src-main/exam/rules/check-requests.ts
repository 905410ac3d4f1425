import { task } from '../../scenarios/foreign/tasks'
import type { CheckResult, MerchantRequests } from '../requests/merchant-requests'
import type { Merchant } from '../setup/exam-setup'
import { EXAM_RULES } from './exam-rules'

/** Judges the rules with these numbers by what the merchant sent; null for a rule without a check. */
export const CHECK_REQUESTS = task({
  name: 'checkRequests',
  what: 'Judging the requests of the merchant',
  remedy: 'Let the merchant send smaller requests.',
  work: ({
    numbers,
    requests,
    merchant,
  }: {
    readonly numbers: readonly number[]
    readonly requests: MerchantRequests
    readonly merchant: Merchant
  }): readonly (CheckResult | null)[] =>
    numbers.map(
      (each) => EXAM_RULES.find(({ number }) => number === each)?.check?.(requests, merchant) ?? null,
    ),
})
