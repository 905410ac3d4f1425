import { isLoopback } from '../../net/host-guard'

/** Says whether the exam may send anything to a host (`URL.hostname`): this computer, or one that a person has named. */
export function testedHosts(named: readonly string[]): (host: string) => boolean {
  const allowed = new Set(named.map((name) => name.toLowerCase()))
  return (host) => isLoopback(host) || allowed.has(host.toLowerCase())
}
