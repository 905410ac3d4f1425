import { noOrder } from '../trials/trial'
import { losesPlus } from './checks'
import { unobserved, verdictOn, type RequestCheck } from './merchant-requests'

const WRONG = new Set(['invalid', 'missing', 'empty'])

/** Rule 1: every request and every opening carries the signature that fits it. */
export const everyRequestIsSigned: RequestCheck = ({ api, forms }, merchant) => {
  const all = [...api, ...forms]
  if (all.length === 0) return unobserved(noOrder(merchant))
  // A signature that lost its + on the way is the subject of rule 25.
  const wrong = all.filter((request) => WRONG.has(request.signature.state) && !losesPlus(request))
  return verdictOn(all, wrong, {
    passed: `All ${all.length} requests of the merchant were signed correctly.`,
    failed: ({ signature }) =>
      `${wrong.length} of ${all.length} requests of the merchant had no correct signature: ${signature.explanation}`,
  })
}
