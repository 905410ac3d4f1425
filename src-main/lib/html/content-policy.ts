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
