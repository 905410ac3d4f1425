import { LIMITS } from '../../lib/limits/limit-table'
import { contentPolicy, isPolicySource } from '../../lib/html/content-policy'

/** Origins besides the shop's own that a page needs; what is not a source of a policy is left out. */
export interface PageNeeds {
  readonly platform: string
  /** The platform's pages may send the frame elsewhere, for example to a return address. */
  readonly frames?: readonly string[]
  /** Windows that may frame the page. */
  readonly parents: readonly string[]
  /** Of the page's own `<style>`. */
  readonly nonce?: string
}

/**
 * Scripts and styles come from the shop and the platform only, and only the platform may be framed. The library posts
 * a form into the frame, so the platform is a target of forms too.
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
 * A policy cannot name an IPv6 address, only its scheme. Of the desktop's own scheme, which has no ports and one host,
 * it names the scheme alone too: how browsers compare hosts of schemes that they do not know is nowhere fixed.
 */
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

/** Names of this computer: the workbench is the same page under each of them. */
const LOOPBACK = ['127.0.0.1', 'localhost']

/** Every origin under which the workbench may frame a page. In the desktop host it has a scheme of its own. */
export function workbenchOrigins(workbench: string | null): readonly string[] {
  if (workbench === null) return []
  const origin = webOrigin(workbench)
  if (origin === null) return [workbench]
  const { protocol, hostname, port } = new URL(origin)
  const names = hostname === '[::1]' || LOOPBACK.includes(hostname) ? LOOPBACK : []
  const place = port === '' ? '' : `:${port}`
  return [...new Set([origin, ...names.map((name) => `${protocol}//${name}${place}`)])]
}
