import { putNewest } from '#lib/limits/bounded-text'
import { parseJsonBytes } from '#lib/json/parse'
import { LIMITS } from '#lib/limits/limit-table'
import { pageReports, type PageReports } from '#protocol/projects'
import { contentPolicy, isPolicySource } from '#lib/html/content-policy'

export type ReportsOutcome = 'taken' | 'malformed' | 'tooLarge' | 'tooMany'

/** Takes the reports of a preview's page. The page may show anything by then, so they are not trusted. */
export type PageReportIntake = ReturnType<typeof createPageReportIntake>

const SECOND_MS = 1000

interface Second {
  readonly preview: string
  readonly startedAt: number
  count: number
  bytes: number
  leftOut: number
  isNoticed: boolean
}

/** Passes on as many reports per second and page as {@link LIMITS} allow, and counts the others. */
export function createPageReportIntake(options: {
  readonly publish: (preview: string, reports: PageReports) => void
  /** Wall time, epoch milliseconds. */
  readonly wallNow: () => number
  /** Calls `next` after `ms` of wall time. */
  readonly later: (ms: number, next: () => void) => void
}) {
  const { publish, wallNow, later } = options
  const seconds = new Map<string, Second>()

  const secondOf = (preview: string): Second => {
    const startedAt = wallNow()
    const known = seconds.get(preview)
    if (known !== undefined && Math.abs(startedAt - known.startedAt) < SECOND_MS) return known
    const leftOut = known?.leftOut ?? 0
    const next: Second = { preview, startedAt, count: 0, bytes: 0, leftOut, isNoticed: false }
    putNewest(seconds, preview, next, MAX_PAGES)
    return next
  }

  const refuse = (second: Second, count: number): ReportsOutcome => {
    second.leftOut += count
    if (!second.isNoticed) {
      second.isNoticed = true
      publishCount(second)
      // Publish the refusals of this second when it is over, because no later report may come.
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
    /** @param preview id of an existing preview */
    take(preview: string, body: Uint8Array): ReportsOutcome {
      if (body.length > LIMITS.previewReportBytes) return 'tooLarge'
      const second = secondOf(preview)
      second.bytes += body.length
      // Do not even parse the reports of a page that sent too many bytes.
      if (second.bytes > LIMITS.previewReportBytesPerSecond) return refuse(second, 1)
      const read = readReports(body)
      if (read === null) {
        second.count += 1
        return 'malformed'
      }
      // A full second still takes counts of reports that the page left out: its seconds start at other times.
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

/** Posts per second that only count left-out reports; they come on top of the limit for reports. */
const COUNTS_PER_SECOND = 10

const MAX_PAGES = 50

function readReports(body: Uint8Array): PageReports | null {
  const json = parseJsonBytes(body)
  if (!json.ok) return null
  const read = pageReports.safeParse(json.plain)
  return read.success ? read.data : null
}

/** Origins besides the shop's own. Values that are not sources of a policy are ignored. */
interface PageNeeds {
  readonly platform: string
  /** The platform's pages may send the frame elsewhere, for example to a return address. */
  readonly frames?: readonly string[]
  readonly parents: readonly string[]
  readonly nonce?: string
}

/**
 * Scripts and styles may come from the shop and the platform only, and only the platform may be framed. The
 * library posts a form into the frame, so forms may be sent to the platform too.
 */
export function pagePolicy({ platform, frames = [], parents, nonce }: PageNeeds): string {
  const framed = [...new Set([platform, ...frames.filter(isPolicySource).slice(0, LIMITS.policySources)])]
  return contentPolicy({
    'default-src': [],
    'script-src': ["'self'", platform],
    'style-src': ["'self'", platform, ...(nonce === undefined ? [] : [`'nonce-${nonce}'`])],
    'img-src': ["'self'", 'data:', platform],
    'connect-src': ["'self'"],
    'object-src': [],
    'frame-src': ["'self'", ...framed],
    'form-action': ["'self'", ...framed],
    'base-uri': [],
    'frame-ancestors': ["'self'", ...parents.map(ancestorSource)],
  })
}

/**
 * A policy cannot name an IPv6 address, nor safely a desktop scheme, whose hosts browsers compare in different
 * ways: for these only the scheme is used.
 */
function ancestorSource(origin: string): string {
  const named = /^https?:/.test(origin) && !origin.includes('[')
  return named ? origin : origin.slice(0, origin.indexOf('/'))
}

/** Null for any text but an http or https address. */
export function webOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/** The workbench is the same page under each of them. */
const LOOPBACK = ['127.0.0.1', 'localhost']

/** Every origin from which the workbench may frame a page. */
export function workbenchOrigins(workbench: string | null): readonly string[] {
  if (workbench === null) return []
  const origin = webOrigin(workbench)
  if (origin === null) return [workbench]
  const { protocol, hostname, port } = new URL(origin)
  const names = hostname === '[::1]' || LOOPBACK.includes(hostname) ? LOOPBACK : []
  const place = port === '' ? '' : `:${port}`
  return [...new Set([origin, ...names.map((name) => `${protocol}//${name}${place}`)])]
}
