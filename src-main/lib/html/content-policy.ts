/** Sources of a directive; an empty list allows nothing. */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>

/**
 * One label of a host. A URL may hold `;`, `,` and quotes, which end a source, a directive or a policy, so nothing else
 * passes.
 */
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const HOST_SOURCE = new RegExp(`^(?:https?|wss?)://${LABEL}(?:\\.${LABEL}){0,20}(?::\\d{1,5})?$`, 'i')
const SCHEME_SOURCE = /^[a-z][a-z0-9+.-]{0,30}:$/i
const QUOTED_SOURCE = /^'(?:self|none|nonce-[a-z0-9+/_=-]{1,100}|sha256-[a-z0-9+/_=-]{1,100})'$/i

/**
 * Whether a text is one source expression of a Content Security Policy and nothing more. False for IPv6 addresses and user
 * names: the grammar has no place for them.
 */
export const isPolicySource = (text: string): boolean =>
  HOST_SOURCE.test(text) || SCHEME_SOURCE.test(text) || QUOTED_SOURCE.test(text)

/**
 * The value of a `Content-Security-Policy` header. A text that is not a source expression is left out, so nothing that a person or
 * a peer gave can begin a directive of its own. `object-src` follows `default-src`, which has to be among the directives.
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
 * Content Security Policy of a page that loads our own files and nothing else. No inline style is allowed either: React
 * and the list virtualiser set styles through the object model, which the policy does not concern, and no library of the
 * page writes style elements. `data:` images are the icons of the page.
 */
export function ownPagePolicy({
  connects = [],
  frames,
}: {
  /** Source expressions beside 'self' that the page may connect to. */
  readonly connects?: readonly string[]
  /** Origins of the listeners that serve pages to a customer's browser: frames show the demo shop and the form. */
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

/** Content types of the files that the build produces for the workbench page, by extension. No other file is served. */
export const PAGE_CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
