import { CLARIFICATION_RULES } from './clarification-rules'
import { DELIVERY_RULES } from './delivery-rules'
import { REQUEST_RULES } from './request-rules'
import { REVIEW_RULES } from './review-rules'
import type { Rule } from './rule'
import { SIGNATURE_RULES } from './signature-rules'
import { STATE_RULES } from './state-rules'

/** Every rule of contract 10, in its order. */
export const EXAM_RULES: readonly Rule[] = [
  ...SIGNATURE_RULES,
  ...DELIVERY_RULES,
  ...STATE_RULES,
  ...CLARIFICATION_RULES,
  ...REQUEST_RULES,
  ...REVIEW_RULES,
].toSorted((a, b) => a.number - b.number)
