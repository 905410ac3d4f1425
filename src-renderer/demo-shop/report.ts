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
  // Of a window of another origin nothing may be read, not even its type.
  const framing = window.parent === window ? (window.opener as Window | null) : window.parent
  if (framing === null) return () => undefined
  const target = targetOrigin(parents, framing === window.parent ? framingOrigin() : null)
  return (kind, name, data) => {
    try {
      const copy = copyOf(data)
      // Structured cloning keeps a member that is undefined; readers take it for absent.
      const wallAt = new Date().getTime()
      framing.postMessage({ source: 'paybench-preview', preview, kind, name, data: copy, wallAt }, target)
    } catch {
      // Nobody is there any more.
    }
  }
}

/** Where messages go: the origin that framed us if it is the workbench, else the first that it can have. */
export function targetOrigin(parents: readonly string[], framing: string | null): string {
  const isKnown = parents.some((parent) => parent === framing)
  const known = isKnown ? framing : parents[0]
  return typeof known === 'string' && /^https?:/.test(known) ? known : '*'
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
