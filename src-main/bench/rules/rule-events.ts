import type { BenchEvent } from '../../protocol/events'
import type { Changes } from '../changes'

/** Publishes that a list of rules, or what it counts, has changed. */
export interface RuleEvents {
  /** With the next commit. */
  changed(): void
  /** Within {@link PUBLISH_EVERY_MS}, for counts that change with every message. */
  counted(): void
  close(): void
}

/** Real milliseconds. */
const PUBLISH_EVERY_MS = 100

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
