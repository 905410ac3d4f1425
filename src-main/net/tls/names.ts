import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { canonicalHost } from '../host-guard'

/** Names and addresses that every server certificate carries. */
const ALWAYS = ['localhost', '127.0.0.1', '::1']

/**
 * Returns the names and addresses for the server certificate: loopback, the bind address and the names that the tester
 * allowed. A wildcard bind address stands for the present addresses of this computer.
 */
export function certificateNames(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  const wildcard = bindAddress === '0.0.0.0' || bindAddress === '::'
  const own = wildcard
    ? Object.values(networkInterfaces())
        .flatMap((entries) => entries ?? [])
        // Link-local addresses have a zone, which a certificate cannot contain.
        .filter((entry) => !entry.address.startsWith('fe80'))
        .map((entry) => entry.address)
        .sort()
    : [bindAddress]
  const names = [...ALWAYS, ...own, ...allowedHosts].map(plainName).filter((name) => name !== null)
  return [...new Set(names)]
}

/** A name or address in the spelling of certificates: lower case, no port, no brackets; null for what is neither. */
function plainName(name: string): string | null {
  if (isIP(name) === 6) return canonicalHost(`[${name}]`)?.replace(/^\[|\]$/g, '') ?? null
  return canonicalHost(name)?.replace(/^\[|\]$/g, '') ?? null
}
