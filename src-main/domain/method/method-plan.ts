import { type ClarificationFields, isEmptyFields } from '#domain/clarification/fields'
import type { OutcomeSwitch } from '#domain/project/switches'
import { type OutcomeStep, succeeded } from '#domain/provider/outcome-steps'
import { DAY_MS, HOUR_MS } from '#lib/time/time'
import type { Method } from './method'

/** The one-time code that the simulated provider sends to every customer (contract 16.4). */
const CODE = { fields: { additional_data: ['otp_code'] }, expects: { 'additional_data.otp_code': '123456' } }

/** The provider's steps for a method: missing data, what the customer does, the result (contract 16.3, 16.4). */
export function methodPlan(
  operation: Method['operations'][keyof Method['operations']],
  missing: ClarificationFields,
  outcome: OutcomeSwitch,
): readonly OutcomeStep[] {
  if (outcome.mode === 'hold') return []
  const { customer: [way = 'none'] = [], display = [] } = operation ?? {}
  const asked = [missing, outcome.mode === 'clarify' ? outcome.fields : {}]
  const pays = (): readonly OutcomeStep[] => {
    if (way === 'none') return []
    if (way === 'otp') return [{ kind: 'clarify', ...CODE }]
    return [{ kind: 'customer', way, display, lifetimeMs: way === 'instructions' ? DAY_MS : HOUR_MS }]
  }
  return [
    ...asked
      .filter((fields) => !isEmptyFields(fields))
      .map((fields) => ({ kind: 'clarify', fields }) as const),
    ...pays(),
    succeeded(),
  ]
}
