import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { canonicalHost } from '#net/host-guard'

/** Names and addresses that every server certificate carries. */
const ALWAYS = ['localhost', '127.0.0.1', '::1']

/** Returns the addresses that a bind address covers: for a wildcard the present addresses of this computer. */
export function boundAddresses(bindAddress: string): readonly string[] {
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::') return [bindAddress]
  return (
    Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      // Link-local addresses have a zone, which neither a certificate nor an address in a browser can contain.
      .filter((entry) => !entry.address.startsWith('fe80'))
      .map((entry) => entry.address)
  )
}

/**
 * Returns the names and addresses for the server certificate: loopback, what the bind address covers and the names that
 * the tester allowed.
 */
export function certificateNames(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  const own = boundAddresses(bindAddress).toSorted()
  const names = [...ALWAYS, ...own, ...allowedHosts].map(plainName).filter((name) => name !== null)
  return [...new Set(names)]
}

/** A name or address in the spelling of certificates: lower case, no port, no brackets; null for what is neither. */
function plainName(name: string): string | null {
  if (isIP(name) === 6) return canonicalHost(`[${name}]`)?.replace(/^\[|\]$/g, '') ?? null
  return canonicalHost(name)?.replace(/^\[|\]$/g, '') ?? null
}
