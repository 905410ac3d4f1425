import { TLSSocket } from 'node:tls'
import { isSilentClose, readResponse } from './response-reader'
import { openConnection } from './connect'
import { explainFailure, failure } from './failures'
import type { ExactOutcome, ExactSending, SendFailure } from '#core/sending'

/**
 * Writes exactly these bytes and reads one response. Never rejects: every error is returned as `failure`.
 * @param extraCa authorities to trust besides the well-known ones, PEM
 */
export function sendExact(
  { url: text, method, bytes, timeoutMs, onConnected }: ExactSending,
  extraCa: readonly string[] = [],
): Promise<ExactOutcome> {
  const startedAt = performance.now()
  const url = new URL(text)
  return new Promise((resolve) => {
    const socket = openConnection(url, { verify: true, extraCa })
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
      settle(failure('timeout', `No complete response came within ${timeoutMs / 1000} s from ${url.host}.`))
    }, timeoutMs)
    socket.on('error', (error) => {
      if (!sent) settle(explainFailure(error, url.host))
    })
    const reading = readResponse(socket, method, (error) => {
      if (error === null) settle(null)
      else if (!isSilentClose(error)) settle(explainFailure(error, url.host))
      else settle(failure('closed', `${url.host} closed the connection without a response.`))
    })
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      onConnected(socket.localPort ?? 0)
      sent = true
      socket.write(bytes)
    })
  })
}
