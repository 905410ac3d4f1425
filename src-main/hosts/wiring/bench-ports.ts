import { createHash, createHmac, randomFillSync } from 'node:crypto'
import type { BenchPorts, Log, SendOutcome } from '#core/sending'
import type { Log as ListenerLog } from '#net/listener'
import { sendExact, sendMessage } from '#net/sender/send-message'

/**
 * Connects Paybench to the network, cryptography, random numbers and clock of this computer.
 * @param caPem the certificate of our own authority, which is always trusted
 * @param maySendTo whether messages may go to a host (`URL.hostname`)
 */
export function createBenchPorts(
  log: Log,
  caPem: string,
  maySendTo: (host: string) => boolean = () => true,
): BenchPorts {
  return {
    // Without our own authority, callbacks to our TLS listener would fail.
    send: (request) =>
      URL.canParse(request.url) && !maySendTo(new URL(request.url).hostname)
        ? Promise.resolve(notAllowedOutcome(new URL(request.url).hostname))
        : sendMessage(request, [caPem]),
    sendExact: (sending) => sendExact(sending, [caPem]),
    crypto: {
      hmac: (hash, key, message) => new Uint8Array(createHmac(hash, key).update(message).digest()),
      hash: (hash, message) => new Uint8Array(createHash(hash).update(message).digest()),
    },
    wallNow: Date.now,
    randomHex: createRandomHex(),
    sha256Hex: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    log,
  }
}

const notAllowedOutcome = (host: string): SendOutcome => ({
  requestHead: new Uint8Array(0),
  wire: null,
  response: null,
  failure: {
    code: 'invalid_url',
    message: `${host} is not on this computer, and nothing may be sent there. Allow it by its name first.`,
  },
  durationMs: 0,
  tlsVersion: null,
  certificateError: null,
})

/** Counts errors of the listeners as errors of Paybench. */
export function listenerLog(log: Log, onError: (error: unknown, what: string) => void): ListenerLog {
  return ({ level, message, error }) => {
    if (level === 'error') onError(error, message)
    else log(level === 'warn' ? 'warning' : level, message, error)
  }
}

/** The operating system takes as long for 4 kB of random bytes as for 20 bytes, so they are drawn in advance. */
const POOL_BYTES = 4096

/** Returns a function that makes random hex digits, in lower case, for secrets. Uses no random byte twice. */
export function createRandomHex(): (digits: number) => string {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES

  const next = (bytes: number): string => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const hex = pool.toString('hex', used, used + bytes)
    pool.fill(0, used, used + bytes)
    used += bytes
    return hex
  }

  return (digits) => {
    let hex = ''
    while (hex.length < digits) hex += next(Math.min(POOL_BYTES, Math.ceil((digits - hex.length) / 2)))
    return hex.slice(0, digits)
  }
}
