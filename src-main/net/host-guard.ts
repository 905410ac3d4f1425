import { isIPv6 } from 'node:net'
import { headerValues, type HttpRequest } from '#lib/http-message/message'
import { isLoopback } from '#lib/http-message/response'

/** The parts of a request that say which host the client believes it is talking to. */
export interface HostClaim extends Pick<HttpRequest, 'headers' | 'httpVersion' | 'target'> {
  readonly localAddress: string | undefined
}

export type HostVerdict =
  | { readonly kind: 'allowed' }
  /** `status` 400: the `Host` is malformed (RFC 9112 3.2); 421: it is not one of ours. */
  | { readonly kind: 'refused'; readonly status: 400 | 421; readonly message: string }

export type HostGuard = (claim: HostClaim) => HostVerdict

const ALLOWED: HostVerdict = { kind: 'allowed' }

/**
 * Creates the guard that decides by the host of a request whether a listener may respond.
 *
 * Threat: a web page makes its own name resolve to 127.0.0.1 (DNS rebinding), so that in the tester's browser it
 * can read the responses of a listener like its own. The browser then sends the page's name as `Host`, so only
 * loopback names, our own addresses and names that the tester allowed pass.
 *
 * The guard ignores the port, because forwarded ports differ from ours. `*.localhost` counts as loopback, because
 * browsers resolve it themselves. With a wildcard bind address, the local address of the connection counts as
 * ours; rebinding needs a name, so this is safe. HTTP/1.0 may omit `Host` (contract 1): no browser uses HTTP/1.0. An
 * absolute request target must name an allowed host too.
 */
export function createHostGuard(options: {
  readonly bindAddress: string
  readonly allowedHosts: readonly string[]
}): HostGuard {
  const allowed = new Set(
    [options.bindAddress, ...options.allowedHosts]
      .map((name) => canonicalHost(name) ?? canonicalHost(`[${name}]`))
      .filter((name) => name !== null),
  )
  const bindIsWildcard = options.bindAddress === '0.0.0.0' || options.bindAddress === '::'

  const isOurs = (host: string, localAddress: string | undefined): boolean => {
    if (isLoopback(host) || allowed.has(host)) return true
    if (!bindIsWildcard || localAddress === undefined) return false
    return host === (canonicalHost(localAddress) ?? canonicalHost(`[${localAddress}]`))
  }
  const judge = (text: string, localAddress: string | undefined): HostVerdict => {
    const host = canonicalHost(text)
    if (host === null) return refusal(400, `"${excerpt(text)}" is not a host with an optional port.`)
    if (isOurs(host, localAddress)) return ALLOWED
    const remedy = `Use localhost or 127.0.0.1, or start it with --allow-host ${excerpt(host)}.`
    return refusal(421, `Paybench is not available under the name "${excerpt(host)}". ${remedy}`)
  }

  return ({ headers, httpVersion, target, localAddress }) => {
    const hosts = headerValues(headers, 'host')
    if (hosts.length > 1) return refusal(400, 'The request names more than one Host. Send exactly one.')
    const authority = absoluteAuthority(target)
    if (authority !== null) {
      const verdict = judge(authority, localAddress)
      if (verdict.kind === 'refused') return verdict
    }
    const host = hosts[0]
    if (host !== undefined) return judge(host, localAddress)
    if (httpVersion === '1.0') return ALLOWED
    return refusal(400, 'The request has no Host field. HTTP/1.1 requires one.')
  }
}

const refusal = (status: 400 | 421, message: string): HostVerdict => ({ kind: 'refused', status, message })

/** The host of `host[:port]`: lower case, no trailing dot, IPv6 shortened and in brackets. Null if not of this form. */
export function canonicalHost(text: string): string | null {
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{0,5})?$/i.exec(text)
  if (bracketed?.[1] !== undefined) return isIPv6(bracketed[1]) ? shortIPv6(bracketed[1]) : null
  const plain = /^([a-z0-9._-]+?)\.?(?::\d{0,5})?$/i.exec(text)
  return plain?.[1]?.toLowerCase() ?? null
}

function shortIPv6(address: string): string {
  const short = new URL(`http://[${address}]/`).hostname
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(short)
  if (mapped === null) return short
  const high = Number.parseInt(mapped[1] ?? '', 16)
  const low = Number.parseInt(mapped[2] ?? '', 16)
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** The host and port of an absolute target (`GET http://host/path`); null if the target is not absolute. */
function absoluteAuthority(target: string): string | null {
  const match = /^https?:\/\/([^/?#]*)/i.exec(target)
  return match?.[1] ?? null
}

function excerpt(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text
}
