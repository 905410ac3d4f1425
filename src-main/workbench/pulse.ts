import type { StorageSettingsRepository } from '#core/retention'
import type { IndexState } from '#store/index/list-index'
import { clockView } from './clock/handlers'
import type { BenchContext } from './payment-engine'
import { countersOf, storageOf } from './settings/handlers'

/** Wall-clock milliseconds. */
const PULSE_MS = 250
const EVICTED_AT_ONCE = 250

/**
 * Publishes the clock, the counters and the storage together, at most once every {@link PULSE_MS}, because nearly
 * every change affects them. Each publication also removes messages beyond the storage limits.
 */
export function createPulse(context: BenchContext, settings: StorageSettingsRepository) {
  const { store, clock, events, ending, onFailure } = context
  let timer: NodeJS.Timeout | null = null

  const publish = (): void => {
    timer = null
    if (ending.aborted) return
    try {
      store.retention.evictIfNeeded(EVICTED_AT_ONCE)
      if (clock.mode === 'scaled') clock.save()
      events.publish({ type: 'clock.changed', clock: clockView(context) })
      events.publish({
        type: 'counters.changed',
        counters: countersOf(context),
        storage: storageOf(context, settings),
      })
      // The index progresses without any change that would request a pulse.
      if (isIndexing(store.indexState)) request()
    } catch (error) {
      onFailure('The counters could not be read', error)
    }
  }

  const request = (): void => {
    if (timer !== null || ending.aborted) return
    timer = setTimeout(publish, PULSE_MS)
    timer.unref()
  }
  if (isIndexing(store.indexState)) request()

  return {
    request,
    close(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

const isIndexing = ({ behind, rebuilding, texts }: IndexState): boolean =>
  behind > 0 || rebuilding !== null || texts !== null
