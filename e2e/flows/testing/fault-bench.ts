import { PROJECT } from './flow-bench'
import { useBenchOf } from './merchant-bench'
import { openVerifyingMerchant } from './verifying-merchant'

/** A bench for each test, with a merchant that verifies the callbacks that it receives. */
export const useFaultBench = () =>
  useBenchOf(() => openVerifyingMerchant(PROJECT.secret, { 'out of order': 200 }), { per: 'test' })
