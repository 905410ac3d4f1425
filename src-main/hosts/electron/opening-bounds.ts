import { LIMITS } from '#lib/limits/limit-table'
import { MINUTE_MS } from '#lib/time/time'

/** Limits how many windows and links pages may open. Counts what is refused. */
export interface OpeningBounds {
  /** @param open number of customers' windows that are open now */
  mayOpenWindow(open: number): boolean
  /** Whether another address may open in the system browser in this minute. Counts it if so. */
  mayOpenOutside(): boolean
  /** Numbers of what was refused so far. */
  refused(): Readonly<Record<'windows' | 'links' | 'downloads', number>>
  /** Counts a download that was refused. */
  refuseDownload(): void
}

/** @param now real time, milliseconds */
export function createOpeningBounds(now: () => number): OpeningBounds {
  let opened: readonly number[] = []
  const refused = { windows: 0, links: 0, downloads: 0 }
  return {
    mayOpenWindow(open) {
      if (open < LIMITS.windows) return true
      refused.windows += 1
      return false
    },
    mayOpenOutside() {
      const at = now()
      opened = opened.filter((before) => at - before < MINUTE_MS)
      if (opened.length >= LIMITS.externalLinksPerMinute) {
        refused.links += 1
        return false
      }
      opened = [...opened, at]
      return true
    },
    refused: () => ({ ...refused }),
    refuseDownload() {
      refused.downloads += 1
    },
  }
}
