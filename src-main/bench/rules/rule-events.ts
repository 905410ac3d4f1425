import type { BenchEvent } from '../../protocol/events'
import type { Changes } from '../changes'

/** Publishes an event when a list of rules or its counts change. */
export interface RuleEvents {
  /** Publishes the event after the next commit. */
  changed(): void
  /** Publishes the event within {@link PUBLISH_EVERY_MS}, for counts that change with every message. */
  counted(): void
  /** Stops publishing. */
  close(): void
}

/** Real milliseconds. */
const PUBLISH_EVERY_MS = 100

/** @param event builds the event from the present list */
export function createRuleEvents(changes: Changes, event: () => BenchEvent): RuleEvents {
  let isPlanned = false
  let isClosed = false
  let timer: NodeJS.Timeout | null = null

  const changed = (): void => {
    if (isPlanned) return
    isPlanned = true
    changes.other(() => {
      isPlanned = false
      return event()
    })
  }

  return {
    changed,
    counted() {
      if (timer !== null || isClosed) return
      timer = setTimeout(() => {
        timer = null
        changed()
      }, PUBLISH_EVERY_MS)
      timer.unref()
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
