import type { CallbackSummary } from '#protocol/messages'
import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/context'
import { createRetryControl } from './retry-control'
import type { BulkReplays } from '#workbench/replay/bulk/bulk-replays'
import { callbackSummary } from '#core/views'
import { notFound } from '#core/errors'

type RetryHandlers = Pick<
  Handlers,
  | 'callbacks.sendNow'
  | 'callbacks.hold'
  | 'callbacks.release'
  | 'callbacks.cancel'
  | 'callbacks.retarget'
  | 'callbacks.resend'
>

/** Creates the methods that change the schedule of one callback. Each returns the changed callback. */
export function retryHandlers(context: BenchContext, bulk: Pick<BulkReplays, 'steered'>): RetryHandlers {
  const { store, addresses } = context
  const control = createRetryControl(context, bulk.steered)
  const summaryOf = async (id: string): Promise<CallbackSummary> => {
    await store.committed()
    const row = store.callbacks.row(id)
    if (row === null) throw notFound('callback', id)
    return callbackSummary(row, addresses())
  }
  const plain =
    (run: (id: string) => void) =>
    ({ id }: { readonly id: string }): Promise<CallbackSummary> => {
      run(id)
      return summaryOf(id)
    }
  return {
    'callbacks.sendNow': plain(control.sendNow),
    'callbacks.hold': plain(control.hold),
    'callbacks.release': plain(control.release),
    'callbacks.cancel': plain(control.cancel),
    'callbacks.retarget': ({ id, target }) => {
      control.retarget(id, target)
      return summaryOf(id)
    },
    'callbacks.resend': plain(control.resend),
  }
}
