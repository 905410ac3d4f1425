import { networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { canonicalHost } from '../host-guard'

/** Names and addresses that every server certificate carries. */
const ALWAYS = ['localhost', '127.0.0.1', '::1']

/**
 * What the server certificate has to be made out for: loopback, the bind address and the names the tester allowed.
 * A wildcard bind address stands for the addresses that this computer has now.
 */
export function certificateNames(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  const wildcard = bindAddress === '0.0.0.0' || bindAddress === '::'
  const own = wildcard
    ? Object.values(networkInterfaces())
        .flatMap((entries) => entries ?? [])
        // Link-local addresses carry a zone and cannot stand in a certificate.
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
