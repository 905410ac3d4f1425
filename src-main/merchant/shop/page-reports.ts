import { putNewest } from '#lib/limits/bounded-text'
import { parseJsonBytes } from '#lib/json/parse'
import { LIMITS } from '#lib/limits/limit-table'
import { pageReports, type PageReports } from '#protocol/projects'
import { contentPolicy, isPolicySource } from '#lib/html/content-policy'
import { originUnder } from '#lib/http-message/response'

export type ReportsOutcome = 'taken' | 'malformed' | 'tooLarge' | 'tooMany'

/** Accepts the reports of a preview page. Another page may be loaded in its place, so reports are not trusted. */
export type PageReportIntake = ReturnType<typeof createPageReportIntake>

const SECOND_MS = 1000

interface Second {
  readonly startedAt: number
  count: number
  bytes: number
}

/** Passes on the reports of each page up to a limit per second. */
export function createPageReportIntake(options: {
  readonly publish: (preview: string, reports: PageReports) => void
  /** Wall time, epoch milliseconds. */
  readonly wallNow: () => number
}) {
  const { publish, wallNow } = options
  const seconds = new Map<string, Second>()

  const secondOf = (preview: string): Second => {
    const startedAt = wallNow()
    const known = seconds.get(preview)
    if (known !== undefined && Math.abs(startedAt - known.startedAt) < SECOND_MS) return known
    const next: Second = { startedAt, count: 0, bytes: 0 }
    putNewest(seconds, preview, next, MAX_PAGES)
    return next
  }

  return {
    /** @param preview id of an existing preview */
    take(preview: string, body: Uint8Array): ReportsOutcome {
      if (body.length > LIMITS.previewReportBytes) return 'tooLarge'
      const second = secondOf(preview)
      second.bytes += body.length
      // Do not even parse the reports of a page that sent too many bytes.
      if (second.bytes > LIMITS.previewReportBytesPerSecond) return 'tooMany'
      const json = parseJsonBytes(body)
      const read = json.ok ? pageReports.safeParse(json.plain).data : undefined
      second.count += Math.max(1, read?.reports.length ?? 0)
      if (second.count > MAX_PER_SECOND) return 'tooMany'
      if (read === undefined) return 'malformed'
      publish(preview, read)
      return 'taken'
    },
  }
}

/** A page that keeps its own limit per second stays below this, even if its seconds start at other times than ours. */
const MAX_PER_SECOND = 2 * LIMITS.previewReportsPerSecond + 10

const MAX_PAGES = 50

interface PageNeeds {
  readonly platform: string
  /** Other addresses to which the platform's pages may send the frame; invalid policy sources are ignored. */
  readonly frames?: readonly string[]
  readonly parents: readonly string[]
  readonly nonce?: string
}

/** Allows scripts and styles only of the shop and the platform. Pages may frame `frames` and post forms there. */
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

/** The origin; only the scheme for the desktop program, as its hosts differ, and for IPv6, which no policy can name. */
function ancestorSource(origin: string): string {
  const named = /^https?:/.test(origin) && !origin.includes('[')
  return named ? origin : origin.slice(0, origin.indexOf('/'))
}

/** The origin of an http or https address; null for any other text. */
export function webOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/** The workbench is the same page under each of these names. */
const LOOPBACK = ['127.0.0.1', 'localhost']

/** Every origin from which the workbench may frame a page, for a browser that reaches Paybench under this host. */
export function workbenchOrigins(workbench: string | null, host: string): readonly string[] {
  if (workbench === null) return []
  const origin = webOrigin(originUnder(workbench, host))
  if (origin === null) return [workbench]
  const { protocol, hostname, port } = new URL(origin)
  const names = hostname === '[::1]' || LOOPBACK.includes(hostname) ? LOOPBACK : []
  const place = port === '' ? '' : `:${port}`
  return [...new Set([origin, ...names.map((name) => `${protocol}//${name}${place}`)])]
}
