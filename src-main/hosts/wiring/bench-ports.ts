import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { BenchPorts, Log, Send, SendExact } from '../../bench/ports'
import type { Log as ListenerLog } from '../../net/log'
import { sendExact } from '../../net/sender/send-exact'
import { sendMessage } from '../../net/sender/send-message'

/** What the bench gets of the world: the network, chance, the clock of this computer. `caPem`: our own authority. */
export function createBenchPorts(log: Log, caPem: string): BenchPorts {
  return {
    send: senderTrusting(caPem),
    sendExact: exactSenderTrusting(caPem),
    crypto: {
      hmac: (hash, key, message) => new Uint8Array(createHmac(hash, key).update(message).digest()),
      hash: (hash, message) => new Uint8Array(createHash(hash).update(message).digest()),
    },
    wallNow: Date.now,
    randomHex: (digits) =>
      randomBytes(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
    sha256Hex: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    log,
  }
}

/** Sends over real sockets. Our own authority is always trusted, or callbacks to our own TLS listener would fail. */
function senderTrusting(caPem: string): Send {
  return async ({
    url,
    method,
    headers,
    body,
    wireFaults = null,
    verifyCertificate,
    signal,
    onConnected,
  }) => {
    const { requestHead, wire, response, failure, durationMs, tlsVersion, certificateError } =
      await sendMessage({
        url,
        method,
        headers,
        body,
        wireFaults,
        tls: { verify: verifyCertificate, extraCa: [caPem] },
        signal,
        ...(onConnected === undefined ? {} : { onConnected }),
      })
    return { requestHead, wire, response, failure, durationMs, tlsVersion, certificateError }
  }
}

/** Sends to our own listeners, whose certificates our own authority has signed. */
function exactSenderTrusting(caPem: string): SendExact {
  return async (sending) => {
    const { response, failure, durationMs } = await sendExact({
      ...sending,
      tls: { verify: true, extraCa: [caPem] },
    })
    return { response, failure, durationMs }
  }
}

/** The log of the listeners in the levels of the bench's log; their errors are counted among those of the bench. */
export function listenerLog(log: Log, onError: (error: unknown, what: string) => void): ListenerLog {
  return ({ level, message, error }) => {
    if (level === 'error') onError(error, message)
    else log(level === 'warn' ? 'warning' : level, message, error)
  }
}
