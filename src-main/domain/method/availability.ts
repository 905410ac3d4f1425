import { type FieldError, fieldError } from '#domain/api/errors'
import type { Method } from '#domain/project/method-shape'
import type { ProjectSwitches } from '#domain/project/project'
import type { MethodSpan } from '#domain/project/switches'
import { amountText } from '#lib/money/minor-units'
import { takesCurrency } from './method'

/** Whether a project offers the method with this path (contract 16.1). `now`: virtual, epoch milliseconds. */
export function isOffered(
  path: string,
  { methods, unavailableMethods }: Pick<ProjectSwitches, 'methods' | 'unavailableMethods'>,
  now: number,
): boolean {
  const isIn = (spans: readonly MethodSpan[]): boolean =>
    spans.some(
      ({ path: named, from, until }) =>
        named === path &&
        (from === undefined || Date.parse(from) <= now) &&
        (until === undefined || now < Date.parse(until)),
    )
  return (methods.length === 0 || isIn(methods)) && !isIn(unavailableMethods)
}

/**
 * Why a project refuses to take this amount with a method now (contract 16.1, 16.2); null if it does not. An amount or
 * a currency that is not given is not checked.
 */
export function methodRefusal(
  method: Method,
  { amount, currency }: { readonly amount: number | null; readonly currency: unknown },
  switches: Pick<ProjectSwitches, 'methods' | 'unavailableMethods' | 'methodWays'>,
  now: number,
): FieldError | null {
  const { path, currencies } = method
  if (!isOffered(path, switches, now)) {
    const message = `The project does not have the method ${path}, or it is unavailable now. See Methods in Settings.`
    return fieldError('2541', '', 'enum', message)
  }
  if ((currency ?? null) !== null && !takesCurrency(method, currency)) {
    const message = `The method ${path} accepts only ${currencies.join(', ')}.`
    return fieldError('3023', 'payment.currency', 'enum', message)
  }
  const limits = switches.methodWays.find(
    (row) => row.path === path && row.limits?.currency === currency,
  )?.limits
  if (limits === undefined || amount === null) return null
  const { minimum, maximum } = limits
  if (amount >= minimum && amount <= maximum) return null
  const shown = (limit: number): string => amountText(limit, limits.currency)
  const message = `In this project, the method ${path} accepts ${shown(minimum)} to ${shown(maximum)}. Send such an amount, or change the limits in Settings.`
  return fieldError('2642', 'payment.amount', amount < minimum ? 'minimum' : 'maximum', message)
}
