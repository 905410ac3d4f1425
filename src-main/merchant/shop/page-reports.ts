import { parseJsonBytes } from '../../lib/json/parse'
import { LIMITS } from '../../lib/limits/limit-table'
import { pageReports } from '../../protocol/preview'
import type { PageReports } from '../../protocol/preview'

/** What becomes of reports that a page has posted. */
export type ReportsOutcome = 'taken' | 'malformed' | 'tooLarge' | 'tooMany'

/** Takes what the shop's page of a preview reports; the page may show anything by then, so nothing is trusted. */
export interface PageReportIntake {
  /** @param body as it was posted; the preview is known to exist */
  take(preview: string, body: Uint8Array): ReportsOutcome
}

const SECOND_MS = 1000

interface Second {
  readonly preview: string
  readonly startedAt: number
  count: number
  bytes: number
  /** Reports that were refused and that no event has counted yet. */
  leftOut: number
  isNoticed: boolean
}

/** Passes on as many reports a second as {@link LIMITS} allow each page, and counts the others. */
export function createPageReportIntake(options: {
  readonly publish: (preview: string, reports: PageReports) => void
  /** Real time, epoch milliseconds. */
  readonly wallNow: () => number
  /** Calls back after so many milliseconds of real time. */
  readonly later: (ms: number, next: () => void) => void
}): PageReportIntake {
  const { publish, wallNow, later } = options
  const seconds = new Map<string, Second>()

  const secondOf = (preview: string): Second => {
    const startedAt = wallNow()
    const known = seconds.get(preview)
    if (known !== undefined && Math.abs(startedAt - known.startedAt) < SECOND_MS) return known
    const leftOut = known?.leftOut ?? 0
    const next: Second = { preview, startedAt, count: 0, bytes: 0, leftOut, isNoticed: false }
    seconds.delete(preview)
    seconds.set(preview, next)
    for (const oldest of seconds.keys()) {
      if (seconds.size <= MAX_PAGES) break
      seconds.delete(oldest)
    }
    return next
  }

  const refuse = (second: Second, count: number): ReportsOutcome => {
    second.leftOut += count
    if (!second.isNoticed) {
      second.isNoticed = true
      publishCount(second)
      // What this second refuses from now on is said once it is over: nothing may follow that would say it.
      later(SECOND_MS, () => {
        const newest = seconds.get(second.preview)
        if (newest !== undefined && newest.leftOut > 0) publishCount(newest)
      })
    }
    return 'tooMany'
  }

  const publishCount = (second: Second): void => {
    publish(second.preview, { reports: [], leftOut: second.leftOut })
    second.leftOut = 0
  }

  return {
    take(preview, body) {
      if (body.length > LIMITS.previewReportBytes) return 'tooLarge'
      const second = secondOf(preview)
      second.bytes += body.length
      // A page beyond its bytes is not even read.
      if (second.bytes > LIMITS.previewReportBytesPerSecond) return refuse(second, 1)
      const read = readReports(body)
      if (read === null) {
        second.count += 1
        return 'malformed'
      }
      // How much a page has left out by itself is taken although its second is full: the page counts other seconds than we do.
      const isCount = read.reports.length === 0
      const most = LIMITS.previewReportsPerSecond + (isCount ? COUNTS_PER_SECOND : 0)
      const cost = isCount ? 1 : read.reports.length
      if (second.count + cost > most) return refuse(second, read.reports.length + read.leftOut)
      second.count += cost
      publish(preview, { reports: read.reports, leftOut: read.leftOut + second.leftOut })
      second.leftOut = 0
      return 'taken'
    },
  }
}

/** Posts of a page that hold no report, only how many there were, beyond the bound of the others. */
const COUNTS_PER_SECOND = 10

/** As many as there are previews. */
const MAX_PAGES = 50

function readReports(body: Uint8Array): PageReports | null {
  const json = parseJsonBytes(body)
  if (!json.ok) return null
  const read = pageReports.safeParse(json.plain)
  return read.success ? read.data : null
}
