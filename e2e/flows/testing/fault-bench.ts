import { aFaultRule, type RuleParams } from './fault-rules'
import { PROJECT } from './flow-bench'
import { useBenchOf } from './merchant-bench'
import { callbackOf } from './requests'
import { openVerifyingMerchant } from './verifying-merchant'

/** A bench for each test, with a merchant that verifies the callbacks that it receives. */
export function useFaultBench() {
  const judging = () => openVerifyingMerchant(PROJECT.secret, { 'out of order': 200 })
  const opened = useBenchOf(judging, { per: 'test' })
  const { bench, shop } = opened
  return {
    ...opened,
    /** A callback of a payment, the first unless `index` says otherwise, with its attempts. */
    callbackOf: (paymentId: string, index = 0) => callbackOf(bench, paymentId, index),
    /** Makes a sale whose result callback is sent at once. */
    sell: (paymentId: string) => shop.sold(paymentId),
  }
}

/** A fault rule that acts only on the first messages that match it. */
export const firstOnly = (fault: RuleParams['fault'], count = 1): RuleParams =>
  aFaultRule(fault, { when: { kind: 'first', count } })
