import { isLoopback } from '../../lib/http-message/reached-host'

/**
 * Returns a function that says whether the exam may send to a host (`URL.hostname`): to this computer and to named
 * hosts.
 */
export function testedHosts(named: readonly string[]): (host: string) => boolean {
  const allowed = new Set(named.map((name) => name.toLowerCase()))
  return (host) => isLoopback(host) || allowed.has(host.toLowerCase())
}
