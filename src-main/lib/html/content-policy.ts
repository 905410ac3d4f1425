/** Sources of a directive; an empty list allows nothing. */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>

/** One label of a host, without `;`, `,` or quotes: they would end a source, a directive or a policy. */
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const HOST_SOURCE = new RegExp(`^(?:https?|wss?)://${LABEL}(?:\\.${LABEL}){0,20}(?::\\d{1,5})?$`, 'i')
const SCHEME_SOURCE = /^[a-z][a-z0-9+.-]{0,30}:$/i
const QUOTED_SOURCE = /^'(?:self|none|nonce-[a-z0-9+/_=-]{1,100}|sha256-[a-z0-9+/_=-]{1,100})'$/i

/** Whether a text is one source expression. False for IPv6 and user names, which the grammar lacks. */
export const isPolicySource = (text: string): boolean =>
  HOST_SOURCE.test(text) || SCHEME_SOURCE.test(text) || QUOTED_SOURCE.test(text)

/**
 * Builds a `Content-Security-Policy` value. Leaves out texts that are not source expressions, so that no input can
 * start another directive. `default-src` is required: fetch directives that are left out fall back to it.
 */
export const contentPolicy = (
  directives: PolicyDirectives & { readonly 'default-src': readonly string[] },
): string =>
  Object.entries(directives)
    .map(([name, sources]) => {
      const valid = sources.filter(isPolicySource)
      return `${name} ${valid.length === 0 ? "'none'" : valid.join(' ')}`
    })
    .join('; ')

/**
 * Policy of a page that loads only our own files. Inline styles are not allowed: React and the list virtualiser
 * set styles through the object model, which the policy does not restrict. `data:` images are the page's icons.
 */
export function ownPagePolicy({
  connects = [],
  frames,
}: {
  /** Source expressions besides 'self'. */
  readonly connects?: readonly string[]
  /** Origins of the listeners whose pages are framed: demo shop and form. */
  readonly frames: readonly string[]
}): string {
  return contentPolicy({
    'default-src': [],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connects],
    'object-src': [],
    'frame-src': frames,
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': [],
  })
}

/** Content types of the workbench files by extension. Files with other extensions are not served. */
export const PAGE_CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
