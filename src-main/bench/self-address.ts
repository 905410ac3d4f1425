import { z } from 'zod'
import { httpUrl } from '../protocol/projects'
import type { SelfAddresses } from './ports'

/**
 * A target on our own merchant listener is kept as a path, because the port may change between runs (contract 9.3).
 * `own:` stands for the plain listener, `own-tls:` for the TLS one.
 */
const OWN = /^own(-tls)?:(\/.*)$/s
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** What is kept of a target URL. */
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

/** The URL that a kept target means now. */
export function toUrl(reference: string, addresses: SelfAddresses | null): string {
  const own = OWN.exec(reference)
  if (own === null) return reference
  const base = own[1] === undefined ? addresses?.merchant : addresses?.merchantTls
  return `${base ?? 'http://127.0.0.1'}${own[2] ?? '/'}`
}

/** The issuer's page of a payment (contract 13.3); null while the bench listens nowhere. */
export function acsUrlOf(paymentKey: string, addresses: SelfAddresses | null): string | null {
  return addresses === null ? null : `${addresses.platform}/acs/${paymentKey}`
}

/** Whether a kept target is a path on our own listener. */
export function isOwn(reference: string): boolean {
  return OWN.test(reference)
}

/** A target as it is kept: an http or https URL, or a path on our own listener. */
export const storedUrl = z
  .string()
  .max(2000)
  .refine((text) => isOwn(text) || httpUrl.safeParse(text).success, 'must be an absolute http or https URL')

type Door = 'platform' | 'platformTls' | 'merchant' | 'merchantTls'

/** Ports at which our own listeners can be reached; another machine's may be the same, which does no harm. */
export function ownPorts(
  addresses: SelfAddresses | null,
  doors: readonly Door[] = ['platform', 'platformTls', 'merchant', 'merchantTls'],
): ReadonlySet<number> {
  if (addresses === null) return new Set()
  return new Set(doors.map((door) => portOf(new URL(addresses[door]))))
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
