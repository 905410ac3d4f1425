import { z } from 'zod'
import { httpUrl } from '#protocol/projects'
import type { SelfAddresses } from './ports'
import type { PaymentKey } from '#domain/ids'

/**
 * A target on our own merchant listener is stored as a path, because the port may change between runs (contract 9.3):
 * `own:` for the plain listener, `own-tls:` for the TLS one.
 */
const OWN = /^own(-tls)?:(\/.*)$/s
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Returns a target URL as it is stored; without known addresses, unchanged. */
export function toReference(url: string, addresses: SelfAddresses | null): string {
  if (addresses === null) return url
  const target = parseUrl(url)
  if (target === null) return url
  for (const [own, scheme] of [
    [addresses.merchant, 'own'],
    [addresses.merchantTls, 'own-tls'],
  ] as const) {
    const listener = parseUrl(own)
    if (listener?.protocol !== target.protocol || listener.port !== target.port) continue
    const sameHost = listener.hostname === target.hostname
    if (sameHost || LOOPBACK.has(target.hostname)) return `${scheme}:${target.pathname}${target.search}`
  }
  return url
}

/** Returns the present URL of a stored target. */
export function toUrl(reference: string, addresses: SelfAddresses | null): string {
  const own = OWN.exec(reference)
  if (own === null) return reference
  const base = own[1] === undefined ? addresses?.merchant : addresses?.merchantTls
  return `${base ?? 'http://127.0.0.1'}${own[2] ?? '/'}`
}

/** Returns the URL of the issuer's page of a payment (contract 13.3); null before the listeners are open. */
export function acsUrlOf(paymentKey: PaymentKey, addresses: SelfAddresses | null): string | null {
  return addresses === null ? null : `${addresses.platform}/acs/${paymentKey}`
}

/** Whether a stored target is a path on our own listener. */
export function isSelfReference(reference: string): boolean {
  return OWN.test(reference)
}

/** A stored target: an http or https URL, or a path on our own listener. */
export const storedUrl = z
  .string()
  .max(2000)
  .refine(
    // What is stored is shown as a URL later, and has to pass as one then.
    (text) => httpUrl.safeParse(toUrl(text, null)).success,
    'must be an absolute http or https URL',
  )

type ListenerKey = 'platform' | 'platformTls' | 'merchant' | 'merchantTls'

/**
 * Returns the ports of our own listeners; empty before they are open. Other machines may use the same ports: that does
 * no harm.
 */
export function selfPorts(
  addresses: SelfAddresses | null,
  listeners: readonly ListenerKey[] = ['platform', 'platformTls', 'merchant', 'merchantTls'],
): ReadonlySet<number> {
  if (addresses === null) return new Set()
  return new Set(listeners.map((listener) => portOf(new URL(addresses[listener]))))
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
