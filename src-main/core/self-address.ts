import { z } from 'zod'
import { httpUrl } from '#protocol/projects'
import type { CallbackId, ExchangeId, MessageId } from '#domain/ids'
import type { CallbackKind, MessageMark } from '#protocol/messages'
import type { ReceivedRequest } from '#lib/http-message/message'
import type { SelfAddresses } from './sending'

/**
 * A target on our own merchant listener is stored without host and port, because ports change between runs (contract
 * 9.3): as its path after `own:` or, for the TLS listener, `own-tls:`.
 */
const OWN = /^own(-tls)?:(\/.*)$/s
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The stored form of a target URL; unchanged while the addresses of our listeners are unknown. */
export function toReference(url: string, addresses: SelfAddresses | null): string {
  if (addresses === null || !URL.canParse(url)) return url
  const target = new URL(url)
  for (const scheme of ['own', 'own-tls']) {
    const own = scheme === 'own' ? addresses.merchant : addresses.merchantTls
    const listener = URL.canParse(own) ? new URL(own) : null
    if (listener?.protocol !== target.protocol || listener.port !== target.port) continue
    const sameHost = listener.hostname === target.hostname
    if (sameHost || LOOPBACK.has(target.hostname)) return `${scheme}:${target.pathname}${target.search}`
  }
  return url
}

/** The current URL of a stored target. */
export function toUrl(reference: string, addresses: SelfAddresses | null): string {
  const own = OWN.exec(reference)
  if (own === null) return reference
  const base = own[1] === undefined ? addresses?.merchant : addresses?.merchantTls
  return `${base ?? 'http://127.0.0.1'}${own[2] ?? '/'}`
}

export function isSelfReference(reference: string): boolean {
  return OWN.test(reference)
}

/** An http or https URL, or a path on our own listener. */
export const storedUrl = z
  .string()
  .max(2000)
  .refine(
    // It must still be a valid URL when it is shown later.
    (text) => httpUrl.safeParse(toUrl(text, null)).success,
    'must be an absolute http or https URL',
  )

type ListenerKey = 'platform' | 'platformTls' | 'merchant' | 'merchantTls'

/** Our listeners' ports; empty before they are open. A request to such a port of another machine is never claimed. */
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

/** Why Paybench sent a request to its own listener. */
export type SelfRequest =
  | { readonly kind: 'resent'; readonly replayOf: MessageId; readonly marks: readonly MessageMark[] }
  /** A response rule passed a captured request on to the listener that captured it. */
  | { readonly kind: 'passedOn' }
  | {
      readonly kind: 'attempt'
      readonly callbackId: CallbackId
      readonly callbackKind: CallbackKind
      readonly attempt: number
    }

/** Recognises Paybench's own requests by the local port of their connection, so nothing is added to the request. */
export type SelfRequests = ReturnType<typeof createSelfRequests>

/** A request in flight from Paybench to its own listener. */
export type InFlight = ReturnType<SelfRequests['expect']>

interface Entry {
  readonly from: SelfRequest
  exchangeId: ExchangeId | null
  /** When the connection was closed with bytes that may be unread; null while it is open. */
  endedAt: number | null
}

/** How long a listener may take to read from a closed connection, real milliseconds. */
const LATE_MS = 5_000

/** `now`: any monotonic clock, in milliseconds. */
export function createSelfRequests(now: () => number) {
  const inFlight = new Map<number, Entry>()
  const isOver = ({ endedAt }: Entry): boolean => endedAt !== null && now() - endedAt > LATE_MS

  /** Removes expired entries, oldest first, up to the first that has not expired. `claim` ignores those that remain. */
  const removeOld = (): void => {
    for (const [port, entry] of inFlight) {
      if (!isOver(entry)) return
      inFlight.delete(port)
    }
  }

  return {
    /** Call it when the connection is open, before anything is written. */
    expect(localPort: number, from: SelfRequest) {
      removeOld()
      const entry: Entry = { from, exchangeId: null, endedAt: null }
      inFlight.delete(localPort)
      inFlight.set(localPort, entry)
      return {
        /** Null until an exchange is recorded. */
        exchangeId: (): string | null => entry.exchangeId,
        /** Call it when the connection is closed. `late`: the listener may still have to read written bytes. */
        end(late = false): void {
          if (inFlight.get(localPort) !== entry) return
          if (late && entry.exchangeId === null) entry.endedAt = now()
          else inFlight.delete(localPort)
        },
      }
    },
    /** Returns why Paybench sent a recorded request, and links its exchange; null if Paybench did not send it. */
    claim({ remotePort }: Pick<ReceivedRequest, 'remotePort'>, exchangeId: ExchangeId): SelfRequest | null {
      const entry = inFlight.get(remotePort)
      // Paybench sends one request per connection: a second one was parsed from the bytes of the first.
      if (entry?.exchangeId !== null || isOver(entry)) return null
      entry.exchangeId = exchangeId
      return entry.from
    },
  }
}
