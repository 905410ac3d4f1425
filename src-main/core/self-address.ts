import { z } from 'zod'
import { httpUrl } from '#protocol/projects'
import type { CallbackId, ExchangeId, MessageId, PaymentKey } from '#domain/ids'
import type { CallbackKind, MessageMark } from '#protocol/messages'
import type { ReceivedRequest } from '#lib/http-message/message'
import type { SelfAddresses } from './sending'

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

/** Describes a request that the bench sent to one of its own listeners. */
export type SelfRequest =
  /** The workbench sent the request of an exchange again. */
  | { readonly kind: 'resent'; readonly replayOf: MessageId; readonly marks: readonly MessageMark[] }
  /** A response rule passed a captured request on to the listener that had captured it. */
  | { readonly kind: 'passedOn' }
  /** An attempt to deliver a callback; `attempt` is its number in the store. */
  | {
      readonly kind: 'attempt'
      readonly callbackId: CallbackId
      readonly callbackKind: CallbackKind
      readonly attempt: number
    }

/** A request on its way from the bench to one of its own listeners. */
export interface InFlight {
  /** Returns the id of the exchange that was recorded for it; null where none is recorded yet. */
  readonly exchangeId: () => string | null
  /** Call it when the connection is closed. `late`: the listener may still have to read what was written. */
  readonly end: (late?: boolean) => void
}

/**
 * Recognises the bench's own requests at its own listeners by the local port of their connection, so that nothing has
 * to be added to the request.
 */
export interface SelfRequests {
  /** Announces a request. Call it when the connection is open, before anything is written to it. */
  expect(localPort: number, from: SelfRequest): InFlight
  /** Returns what a recorded request was sent for, and links its exchange. Null: the bench did not send it. */
  claim(request: Pick<ReceivedRequest, 'remotePort'>, exchangeId: ExchangeId): SelfRequest | null
}

interface Entry {
  readonly from: SelfRequest
  exchangeId: ExchangeId | null
  /** When the connection was closed with bytes that the listener may not have read yet; null while it is open. */
  endedAt: number | null
}

/** How long a listener may take to read bytes from a closed connection, real milliseconds. */
const LATE_MS = 5_000

/** `now`: any clock that only goes forward, in milliseconds. */
export function createSelfRequests(now: () => number): SelfRequests {
  const inFlight = new Map<number, Entry>()
  const isOver = ({ endedAt }: Entry): boolean => endedAt !== null && now() - endedAt > LATE_MS

  /** Removes expired entries. They are in the order in which they began, so it stops at the first that is still valid. */
  const removeOld = (): void => {
    for (const [port, entry] of inFlight) {
      if (!isOver(entry)) return
      inFlight.delete(port)
    }
  }

  return {
    expect(localPort, from) {
      removeOld()
      const entry: Entry = { from, exchangeId: null, endedAt: null }
      inFlight.delete(localPort)
      inFlight.set(localPort, entry)
      return {
        exchangeId: () => entry.exchangeId,
        end(late = false) {
          if (inFlight.get(localPort) !== entry) return
          if (late && entry.exchangeId === null) entry.endedAt = now()
          else inFlight.delete(localPort)
        },
      }
    },
    claim({ remotePort }, exchangeId) {
      const entry = inFlight.get(remotePort)
      // The bench sends one request per connection. A second one is what the receiver made of the same bytes.
      if (entry?.exchangeId !== null || isOver(entry)) return null
      entry.exchangeId = exchangeId
      return entry.from
    },
  }
}
