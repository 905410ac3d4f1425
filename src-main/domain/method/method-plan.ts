import { type ClarificationFields, isEmptyFields } from '#domain/clarification/fields'
import type { Method, MethodOperation, MethodParameter } from '#domain/project/method-shape'
import type { ProjectSwitches } from '#domain/project/project'
import { type OutcomeStep, succeeded } from '#domain/provider/outcome-steps'
import { DAY_MS, HOUR_MS } from '#lib/time/time'
import { wayOf } from './method'

/** The one-time code that the simulated provider sends to every customer (contract 16.4). */
const CODE = '123456'

/** A request for what the customer knows only after the sale: a code, or the reference of the transfer. */
const requestFor = (name: string) =>
  ({ kind: 'clarify', fields: { additional_data: [name] } }) as const satisfies OutcomeStep

/** The parameter of the operation that has one of these names; its object does not matter. */
const nameAmong = (names: readonly string[], parameters: readonly MethodParameter[]): string | undefined =>
  parameters.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)).find((name) => names.includes(name))

/**
 * The provider's steps for a method: missing data, what the customer does, the result (contract 16.3, 16.4).
 *
 * @param ending the result; by default a success
 */
export function methodPlan(
  method: Pick<Method, 'path' | 'operations'>,
  operation: MethodOperation,
  missing: ClarificationFields,
  { outcome, methodWays }: Pick<ProjectSwitches, 'outcome' | 'methodWays'>,
  ending: readonly OutcomeStep[] = [succeeded()],
): readonly OutcomeStep[] {
  if (outcome.mode === 'hold') return []
  const { display = [], parameters = [] } = method.operations[operation] ?? {}
  const way = operation === 'sale' ? wayOf(method, methodWays) : 'none'
  const asked = [missing, outcome.mode === 'clarify' ? outcome.fields : {}]
  const pays = (): readonly OutcomeStep[] => {
    if (way === 'none') return []
    if (way === 'otp') {
      const name = nameAmong(['otp_code', 'approval_code'], parameters) ?? 'otp_code'
      return [{ ...requestFor(name), expects: { [`additional_data.${name}`]: CODE }, sendsCode: true }]
    }
    const chosen = methodWays.find((row) => row.path === method.path && row.lifetimeMs !== undefined)
    const lifetimeMs = chosen?.lifetimeMs ?? (way === 'instructions' ? DAY_MS : HOUR_MS)
    const reference = nameAmong(['txref'], parameters)
    return [
      { kind: 'customer', way, display, lifetimeMs },
      ...(reference === undefined ? [] : [requestFor(reference)]),
    ]
  }
  return [
    ...asked
      .filter((fields) => !isEmptyFields(fields))
      .map((fields) => ({ kind: 'clarify', fields }) as const),
    ...pays(),
    ...ending,
  ]
}
