import { isIPv4, isIPv6 } from 'node:net'
import { canonicalHost } from '../../net/host-guard'

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
  const host = canonicalHost(isIPv6(bindAddress) ? `[${bindAddress}]` : bindAddress) ?? bindAddress
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}
