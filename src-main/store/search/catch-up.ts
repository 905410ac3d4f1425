import { performance } from 'node:perf_hooks'
import type { Group } from '../group'
import type { StoreLog } from '../store'
import { createCatchUpWork } from './catch-up-work'
import type { Connection } from '../connection'
import type { Search } from './search'
import { errorText } from '../../lib/error-text'

/** After this much work in one go the program does everything else first, for several times as long. */
const WORK_MS = 8
const PAUSE_FACTOR = 3
const MIN_PAUSE_MS = 10

/** Indexes in the background what was left for later: rests of long bodies, and messages of older versions. */
export interface SearchCatchUp {
  /** Continues where it stopped; costs little where there is nothing to do. */
  wake(): void
  stop(): void
}

export function createSearchCatchUp(options: {
  readonly connection: Connection
  readonly group: Group
  readonly search: Search
  readonly log: StoreLog
}): SearchCatchUp {
  const work = createCatchUpWork(options)
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  const run = (): void => {
    timer = null
    const startedAt = performance.now()
    try {
      while (work.next()) {
        const took = performance.now() - startedAt
        if (took > WORK_MS) {
          later(Math.max(MIN_PAUSE_MS, took * PAUSE_FACTOR))
          return
        }
      }
    } catch (error) {
      work.forget()
      const reason = errorText(error)
      // What is left stays on record: the next long body or the next start continues with it.
      options.log('error', `Messages could not be made searchable: ${reason}`)
    }
  }

  const later = (ms: number): void => {
    if (timer !== null || stopped) return
    timer = setTimeout(run, ms)
    timer.unref()
  }

  return {
    wake() {
      later(MIN_PAUSE_MS)
    },
    stop() {
      stopped = true
      work.forget()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
