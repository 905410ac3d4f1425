import type { Log } from '#net/log'
import type { ListenerName, MalformedRequest } from './malformed'
import type { HttpResponse } from '#lib/http-message/message'
import { errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'
import type { Connection, Connections } from './connection'
import type { IntakeLimits } from './limits'
import { sendRawResponse } from './send-response'
import { explainTlsFailure, explainFailure } from './unreadable'

interface FailureContext {
  readonly listener: ListenerName
  readonly limits: IntakeLimits
  readonly log: Log
  readonly now: () => number
  readonly connections: Connections
  readonly record: (malformed: MalformedRequest) => Promise<void>
  readonly finalResponse: (response: HttpResponse, method: string, keepAlive: boolean) => HttpResponse
}

/**
 * Handles a connection on which the parser, a time limit or the network failed. Inside a body, cuts off that request,
 * whose response explains the failure. Between requests, records the bytes as unreadable and responds once all earlier
 * responses are finished, so that pipelined responses keep their order.
 */
export function reportFailure(error: Error, connection: Connection, context: FailureContext): void {
  if (connection.broken) return
  const { socket, tail, reading, newest } = connection
  const packet = rawPacketOf(error)
  const code = codeOf(error)
  const bytes = tail.isEmpty() ? packet : tail.bytes()
  const { status, note } = explainFailure({
    code,
    reason: reasonOf(error),
    bytes,
    maxTargetBytes: context.limits.maxTargetBytes,
  })

  if (newest?.request.complete === false) {
    // The bench itself paused the body. From now on the budget of bodies watches it.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && reading?.excuse() === true) return
    connection.broken = true
    const interruption = { code, note, status: socket.writable ? status : null }
    if (reading !== null && newest.isTaken) reading.interrupt(interruption)
    else newest.interruption = interruption
    return
  }
  const nothingArrived = tail.isEmpty() && !code.startsWith('HPE_')
  if (nothingArrived) {
    socket.destroy()
    return
  }
  connection.broken = true
  const answerable = status !== null && socket.writable
  const response = answerable
    ? context.finalResponse(errorResponse(status, MALFORMED_REQUEST, note), '', false)
    : null
  const recorded = context.record({
    kind: 'unreadable',
    listener: context.listener,
    bytes,
    truncated: tail.isTruncated(),
    mixed: tail.isEmpty() || reading !== null,
    tlsVersion: connection.tlsVersion,
    remoteAddress: connection.remoteAddress,
    remotePort: connection.remotePort,
    receivedAtWallMs: context.now(),
    code,
    note,
    response,
  })
  void recorded.then(() => {
    if (response === null) {
      socket.destroy()
      return
    }
    context.connections.whenQuiet(connection, () => {
      sendRawResponse(socket, response, context.limits.lingerMs)
    })
  })
}

/** Builds the record of a failed TLS handshake. */
export function tlsFailure(
  error: Error,
  listener: ListenerName,
  remoteAddress: string,
  receivedAtWallMs: number,
): MalformedRequest {
  const code = codeOf(error)
  const note = explainTlsFailure(code, error.message)
  return { kind: 'tlsFailed', listener, remoteAddress, receivedAtWallMs, code, note, response: null }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function reasonOf(error: Error): string {
  return 'reason' in error && typeof error.reason === 'string' ? error.reason : ''
}

function rawPacketOf(error: Error): Uint8Array {
  return 'rawPacket' in error && error.rawPacket instanceof Uint8Array
    ? new Uint8Array(error.rawPacket)
    : new Uint8Array(0)
}
