import type { BenchInfo } from '../../../src-main/protocol/bench'

export type ListenerName = BenchInfo['listeners'][number]['name']

/** Address of a listener without the slash at its end; null where there is none. */
export function listenerUrl(info: BenchInfo, name: ListenerName): string | null {
  return info.listeners.find((listener) => listener.name === name)?.url.replace(/\/$/, '') ?? null
}

/** Address of the demo shop; null where no listener for merchants is there. */
export function shopUrl(info: BenchInfo): string | null {
  const merchant = listenerUrl(info, 'merchant')
  return merchant === null ? null : `${merchant}/shop`
}

const NAMES: Readonly<Record<ListenerName, string>> = {
  platform: 'Platform',
  platformTls: 'Platform, TLS',
  merchant: 'Merchant',
  merchantTls: 'Merchant, TLS',
  workbench: 'Workbench',
}

export function listenerLabel(name: ListenerName): string {
  return NAMES[name]
}

/** `:8610`, or the whole host where the address names no port. */
export function portText(url: string): string {
  const { port, host } = new URL(url)
  return port === '' ? host : `:${port}`
}
