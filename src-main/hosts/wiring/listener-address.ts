import { isIPv4, isIPv6 } from 'node:net'
import { isLoopback } from '#lib/http-message/response'
import { canonicalHost } from '#net/host-guard'
import { boundAddresses } from '#net/tls/certificates'
import type { ListenerView, Notice } from '#protocol/bench'
import type { ReadyInfo } from '#hosts/running-bench'
import type { BindRequest, BoundPort, PortChoice } from '#net/listener'

/** A listener's URL on this computer, without a trailing slash. A wildcard address becomes loopback. */
export function listenerUrl(scheme: 'http' | 'https', bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Whether only this computer can reach a listener with this bind address. */
export function isLoopbackBind(bindAddress: string): boolean {
  return isLoopback(canonicalHost(isIPv6(bindAddress) ? `[${bindAddress}]` : bindAddress) ?? bindAddress)
}

/** Maximum number of hosts to list; a computer with many networks may have more names and addresses. */
const MAX_HOSTS = 10

/** Hosts for other computers: allowed names, then bound addresses, IPv4 first. Empty if bound to loopback only. */
export function hostsForOthers(bindAddress: string, allowedHosts: readonly string[]): readonly string[] {
  if (isLoopbackBind(bindAddress)) return []
  const addresses = boundAddresses(bindAddress).filter((each) => bindAddress !== '0.0.0.0' || isIPv4(each))
  const ordered = [...allowedHosts, ...addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))]
  return [...new Set(ordered.filter((each) => !isLoopbackBind(each)))].slice(0, MAX_HOSTS)
}

const LISTENER_WORDS: Readonly<Record<ListenerView['name'], string>> = {
  platform: 'The platform',
  platformTls: 'The platform with TLS',
  merchant: 'The merchant listener',
  merchantTls: 'The merchant listener with TLS',
  workbench: 'The workbench',
}

/** Reports moved ports, listeners open to the network and a new authority. */
export function startNotices(options: {
  readonly bindAddress: string
  readonly listeners: readonly ListenerView[]
  readonly authorityNotice: string | null
}): readonly Notice[] {
  const { bindAddress, listeners, authorityNotice } = options
  const notices: Notice[] = []
  if (!isLoopbackBind(bindAddress)) {
    notices.push({
      id: 'listeners.reachable',
      level: 'warning',
      message: `Other computers can reach the listeners (--bind ${bindAddress}).`,
      remedy: 'If nobody else is meant to use this Paybench, start it without --bind.',
    })
  }
  if (authorityNotice !== null) {
    notices.push({
      id: 'authority.new',
      level: 'warning',
      message: authorityNotice,
      remedy:
        'Download the certificate of the authority in Settings, and trust it where the old one was trusted.',
    })
  }
  for (const { name, url, notice } of listeners) {
    if (notice === undefined) continue
    notices.push({
      id: `listener.${name}.moved`,
      level: 'info',
      message: `${LISTENER_WORDS[name]} listens at ${url}. ${notice}`,
      remedy: 'Use this address, or free the port and start again.',
    })
  }
  return notices
}

/** Origins of the listeners that serve shop and form. */
export function customerOrigins(
  addresses: Pick<ReadyInfo, 'platform' | 'platformTls' | 'merchant' | 'merchantTls'>,
): readonly string[] {
  const { platform, platformTls, merchant, merchantTls } = addresses
  return [platform, platformTls, merchant, merchantTls].map((url) => new URL(url).origin)
}

type ListenerName = ListenerView['name']

export interface Bindable {
  readonly name: ListenerName
  readonly scheme: 'http' | 'https'
  readonly port: PortChoice
  listen(request: BindRequest): Promise<BoundPort>
}

/**
 * Binds explicit ports first, so that a listener that moves from its default port cannot take one of them. Results
 * keep the order of `bindables`.
 * @param hosts names and addresses for other computers
 */
export async function bindAll(
  bindables: readonly Bindable[],
  bindAddress: string,
  hosts: readonly string[],
): Promise<readonly ListenerView[]> {
  const bound = new Map<ListenerName, ListenerView>()
  for (const { name, scheme, port, listen } of [...bindables].sort((a, b) => rank(a.port) - rank(b.port))) {
    const { port: taken, movedFrom } = await listen({ host: bindAddress, port })
    bound.set(name, {
      name,
      url: listenerUrl(scheme, bindAddress, taken),
      ...(hosts.length === 0 ? {} : { reachableAt: hosts.map((host) => listenerUrl(scheme, host, taken)) }),
      ...(movedFrom === null ? {} : { notice: `Port ${movedFrom} was in use, so ${taken} is used instead.` }),
    })
  }
  return bindables.flatMap(({ name }) => bound.get(name) ?? [])
}

/** Explicit ports first, then default ports, then port 0. */
function rank({ kind, port }: PortChoice): number {
  if (port === 0) return 2
  return kind === 'explicit' ? 0 : 1
}
