/** What happened on the page. */
export type ReportKind = 'handler' | 'message-in' | 'message-out' | 'error' | 'console' | 'csp'

/** Tells the workbench. It never throws: it is called from inside the library. */
export type Report = (kind: ReportKind, name: string, data?: unknown) => void

const longestData = 100_000

/**
 * Tells the window that framed or opened this page, if there is one. `parents` are the origins under which the
 * workbench can be; the desktop's own scheme is no origin that messages can be addressed to, so there the message
 * goes to whoever framed the page, which the page's policy restricts to the workbench.
 */
export function createReporter(preview: string, parents: readonly string[]): Report {
  const framing: unknown = window.parent === window ? window.opener : window.parent
  if (!isWindow(framing)) return () => undefined
  const target = targetOrigin(parents, framing === window.parent ? framingOrigin() : null)
  return (kind, name, data) => {
    try {
      const copy = copyOf(data)
      const notice = { source: 'paybench-preview', preview, kind, name, wallAt: new Date().getTime() }
      framing.postMessage(copy === undefined ? notice : { ...notice, data: copy }, target)
    } catch {
      // Nobody is there any more.
    }
  }
}

/** Where messages go: the origin that framed us if it is the workbench, else the first that it can have. */
export function targetOrigin(parents: readonly string[], framing: string | null): string {
  const isKnown = framing !== null && parents.indexOf(framing) >= 0
  const known = isKnown ? framing : parents[0]
  return known !== undefined && /^https?:/.test(known) ? known : '*'
}

/** Plain data without functions and cycles; undefined where there is none, a note where it is too long. */
export function copyOf(data: unknown): unknown {
  const text = toText(data)
  if (text === undefined) return undefined
  return text.length > longestData ? `${text.length} characters of data` : JSON.parse(text)
}

function toText(data: unknown): string | undefined {
  try {
    return JSON.stringify(data)
  } catch {
    return JSON.stringify(String(data))
  }
}

function framingOrigin(): string | null {
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined
  const fromReferrer = /^https?:\/\/[^/]+/.exec(document.referrer)
  return ancestors?.[0] ?? fromReferrer?.[0] ?? null
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}
