import { LIMITS } from '#lib/limits/limit-table'
import { contentPolicy, isPolicySource } from '#lib/html/content-policy'

/** Origins that a page needs besides the shop's own. Values that are not sources of a policy are ignored. */
export interface PageNeeds {
  readonly platform: string
  /** The platform's pages may send the frame elsewhere, for example to a return address. */
  readonly frames?: readonly string[]
  /** Windows that may frame the page. */
  readonly parents: readonly string[]
  /** The nonce of the page's own `<style>`. */
  readonly nonce?: string
}

/**
 * Builds the content policy of a page. Scripts and styles may come from the shop and the platform only, and only the
 * platform may be framed. The library posts a form into the frame, so forms may be sent to the platform too.
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
 * Returns the policy source for an origin. A policy cannot name an IPv6 address, so only the scheme is used. The same
 * applies to the desktop's own scheme: no standard says how browsers compare hosts of unknown schemes.
 */
function ancestorSource(origin: string): string {
  const named = /^https?:/.test(origin) && !origin.includes('[')
  return named ? origin : origin.slice(0, origin.indexOf('/'))
}

/** Returns the origin of an http or https address; null for any other text. */
export function webOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? origin : null
}

/** Loopback names. The workbench is the same page under each of them. */
const LOOPBACK = ['127.0.0.1', 'localhost']

/** Returns every origin from which the workbench may frame a page. In the desktop host it has a separate scheme. */
export function workbenchOrigins(workbench: string | null): readonly string[] {
  if (workbench === null) return []
  const origin = webOrigin(workbench)
  if (origin === null) return [workbench]
  const { protocol, hostname, port } = new URL(origin)
  const names = hostname === '[::1]' || LOOPBACK.includes(hostname) ? LOOPBACK : []
  const place = port === '' ? '' : `:${port}`
  return [...new Set([origin, ...names.map((name) => `${protocol}//${name}${place}`)])]
}
