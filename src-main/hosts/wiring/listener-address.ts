import { isIPv4, isIPv6 } from 'node:net'
import { isLoopback } from '#lib/http-message/reached-host'
import { canonicalHost } from '#net/host-guard'
import { boundAddresses } from '#net/tls/names'

/**
 * Returns the address at which this computer reaches a listener: a full URL without a trailing slash. A wildcard bind
 * address cannot be called, so the loopback address of the same family replaces it.
 */
export function listenerUrl(scheme: 'http' | 'https', bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Whether only this computer can reach a listener with this bind address. */
export function isLoopbackBind(bindAddress: string): boolean {
  return isLoopback(canonicalHost(isIPv6(bindAddress) ? `[${bindAddress}]` : bindAddress) ?? bindAddress)
}

/** Most names and addresses that are shown: a computer with many networks has more. */
const MAX_HOSTS = 10

/**
 * Returns the names and addresses under which other computers reach the listeners: first the names that the tester
 * allowed, then those of the bind address, IPv4 first. Empty: only this computer reaches them.
 */
export function hostsForOthers(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  if (isLoopbackBind(bindAddress)) return []
  const addresses = boundAddresses(bindAddress).filter((each) => bindAddress !== '0.0.0.0' || isIPv4(each))
  const ordered = [...allowedHosts, ...addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))]
  return [...new Set(ordered.filter((each) => !isLoopbackBind(each)))].slice(0, MAX_HOSTS)
}
