import type { ProjectSwitches } from '#domain/project/project'
import type { MethodSpan } from '#domain/project/switches'

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
