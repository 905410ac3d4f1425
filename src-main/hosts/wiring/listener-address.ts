import { isIPv4, isIPv6 } from 'node:net'
import { canonicalHost } from '../../net/host-guard'

/**
 * The address under which this computer reaches a listener: full URL without a closing slash. A wildcard bind address
 * is none that can be called, so loopback of the same family stands for it.
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
