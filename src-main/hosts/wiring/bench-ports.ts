import { createHash, createHmac } from 'node:crypto'
import type { BenchPorts, Log } from '../../bench/ports'
import type { SendOutcome } from '../../bench/sending'
import type { Log as ListenerLog } from '../../net/log'
import { sendExact } from '../../net/sender/send-exact'
import { createRandomHex } from './random-hex'
import { sendMessage } from '../../net/sender/send-message'

/**
 * What the bench gets of the world: the network, chance, the clock of this computer. `caPem`: our own authority;
 * `maySendTo`: hosts that messages may go to.
 */
export function createBenchPorts(
  log: Log,
  caPem: string,
  maySendTo: (host: string) => boolean = () => true,
): BenchPorts {
  return {
    // Our own authority is always trusted, or callbacks to our own TLS listener would fail.
    send: (request) =>
      URL.canParse(request.url) && !maySendTo(new URL(request.url).hostname)
        ? Promise.resolve(notAllowed(new URL(request.url).hostname))
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

const notAllowed = (host: string): SendOutcome => ({
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

/** The log of the listeners in the levels of the bench's log; their errors are counted among those of the bench. */
export function listenerLog(log: Log, onError: (error: unknown, what: string) => void): ListenerLog {
  return ({ level, message, error }) => {
    if (level === 'error') onError(error, message)
    else log(level === 'warn' ? 'warning' : level, message, error)
  }
}
