import type { BenchInfo } from '#protocol/bench'
import { desktopConnection } from './connection'
import { isLoopback, originUnder } from '#lib/http-message/response'

type ListenerName = BenchInfo['listeners'][number]['name']

/** Address of a listener without a trailing slash; null if there is no such listener. */
export function listenerUrl(info: BenchInfo, name: ListenerName): string | null {
  return info.listeners.find((listener) => listener.name === name)?.url.replace(/\/$/, '') ?? null
}

/** Address at which this browser, possibly on a different computer from Paybench, reaches a listener. */
export function reachedUrl(info: BenchInfo, name: ListenerName): string | null {
  const url = listenerUrl(info, name)
  if (desktopConnection() !== undefined) return url
  const isShared = info.listeners.some(({ reachableAt }) => reachableAt !== undefined)
  return url === null || !isShared ? url : originUnder(url, location.host)
}

/** Whether this page was loaded over TLS from Paybench itself: browsers then block frames over plain HTTP. */
export const isOverTls = (info: BenchInfo): boolean =>
  location.protocol === 'https:' && listenerUrl(info, 'workbench')?.startsWith('https:') === true

/** Whether this page may frame a plain-HTTP origin: a page over TLS never may, the desktop page only on loopback. */
function mayFramePlain(info: BenchInfo, origin: string): boolean {
  return desktopConnection() === undefined ? !isOverTls(info) : isLoopback(new URL(origin).hostname)
}

/** Address of a page of the demo shop; null without a merchant listener. */
export function shopUrl(info: BenchInfo, path = '/shop'): string | null {
  const plain = reachedUrl(info, 'merchant')
  const merchant = plain === null || mayFramePlain(info, plain) ? plain : reachedUrl(info, 'merchantTls')
  return merchant === null ? null : `${merchant}${path}`
}

export const LISTENER_NAMES: Readonly<Record<ListenerName, string>> = {
  platform: 'Platform',
  platformTls: 'Platform, TLS',
  merchant: 'Merchant',
  merchantTls: 'Merchant, TLS',
  workbench: 'Workbench',
}

/** `:8610`, or the full host if the address has no port. */
export function portText(url: string): string {
  const { port, host } = new URL(url)
  return port === '' ? host : `:${port}`
}
