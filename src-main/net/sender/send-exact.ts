import { TLSSocket } from 'node:tls'
import { readResponse } from './response-reader'
import { openConnection, type SenderTls } from './connect'
import { explainFailure, failure } from './failures'
import type { ReceivedResponse } from '../../lib/http-message/message'
import type { SendFailure } from './outcome'

/** Bytes to be written over a connection of their own, whatever they are. */
export interface ExactRequest {
  /** Scheme, host and port to connect to; the path is not looked at. */
  readonly url: string
  /** Needed to read the answer: that to HEAD has no body. */
  readonly method: string
  readonly bytes: Uint8Array
  readonly timeoutMs: number
  readonly tls: SenderTls
  /** Called with our port of the connection before the first byte is written. */
  readonly onConnected: (localPort: number) => void
}

/** Durations are real milliseconds. */
export interface ExactOutcome {
  readonly response: ReceivedResponse | null
  readonly failure: SendFailure | null
  readonly durationMs: number
}

/** Writes exactly these bytes and reads one answer. Never rejects: whatever goes wrong is in `failure`. */
export function sendExact(request: ExactRequest): Promise<ExactOutcome> {
  const { url: text, method, bytes, timeoutMs, tls, onConnected } = request
  const startedAt = performance.now()
  const url = new URL(text)
  return new Promise((resolve) => {
    const socket = openConnection(url, tls)
    let sent = false
    let settled = false
    const settle = (problem: SendFailure | null): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      if (problem === null) socket.destroySoon()
      else socket.destroy()
      resolve({
        response: reading.response(),
        failure: problem,
        durationMs: performance.now() - startedAt,
      })
    }
    const timer = setTimeout(() => {
      settle(failure('timeout', `No complete answer came within ${timeoutMs / 1000} s from ${url.host}.`))
    }, timeoutMs)
    socket.on('error', (error) => {
      if (!sent) settle(explainFailure(error, url.host))
    })
    const reading = readResponse(socket, method, (error) => {
      if (error === null) settle(null)
      else if (error.message !== 'socket hang up') settle(explainFailure(error, url.host))
      else settle(failure('closed', `${url.host} closed the connection without an answer.`))
    })
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      onConnected(socket.localPort ?? 0)
      sent = true
      socket.write(bytes)
    })
  })
}
