import type { TimelineStep } from '#protocol/payments'
import type { CallbackRow } from '#store/records'

type Delivered = Pick<CallbackRow, 'id' | 'state' | 'attemptCount'>

/**
 * Chooses the callbacks whose attempts are read, so that a payment with thousands of callbacks does not cost a query for
 * each: the newest ones, until they have `maxSteps` attempts, and those before them with more than the one attempt that
 * delivered them. `leftOut` counts the attempts that are not read.
 * @param rows in the order of their creation
 */
export function withNewestAttempts<Row extends Delivered>(
  rows: readonly Row[],
  maxSteps: number | null,
): { readonly read: (row: Row) => boolean; readonly leftOut: number } {
  if (maxSteps === null) return { read: () => true, leftOut: 0 }
  const unread = new Set<string>()
  let room = maxSteps
  for (const { id, state, attemptCount } of rows.toReversed()) {
    if (room <= 0 && state === 'delivered' && attemptCount === 1) unread.add(id)
    else room -= attemptCount
  }
  return { read: ({ id }) => !unread.has(id), leftOut: unread.size }
}

/** The newest past steps with everything that is planned; `earlier` counts what is left out. Null: all steps. */
export function newestSteps(
  steps: readonly TimelineStep[],
  maxSteps: number | null,
): { readonly timeline: TimelineStep[]; readonly earlier: number } {
  if (maxSteps === null) return { timeline: [...steps], earlier: 0 }
  const past = steps.filter(({ kind }) => kind !== 'planned')
  const earlier = Math.max(0, past.length - maxSteps)
  const dropped = new Set(past.slice(0, earlier))
  return { timeline: steps.filter((step) => !dropped.has(step)), earlier }
}
