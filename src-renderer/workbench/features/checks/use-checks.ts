import type { CallbackCheck } from '#protocol/exam'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'

/** The results of the last checks with a callback, or why they could not be read. */
export function useChecks(id: string): {
  readonly results: readonly CallbackCheck[]
  readonly error: string | null
} {
  const bench = useBench()
  const { value, error, reload } = useFetched(`checks:${id}`, () => bench.call('callbacks.checks', { id }))
  useReloadOn((event) => event.type === 'callback.changed' && event.callback.id === id, reload)
  return { results: value?.items ?? [], error }
}
