import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { bindListener, type BindOutcome, type BindRequest, type HealthCheck, type Log } from '#net/listener'
import type { HostGuard } from '#net/host-guard'
import { headerList, type HttpResponse, type ReceivedRequest } from '#lib/http-message/message'
import { completeResponse, errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'
import { type IntakeOptions, takeRequest } from './take-request'
import { createSharedBounds, type IntakeLimits, type SharedBounds } from './limits'
import { createServer, type ServerTls } from './server'
import { type Connection, type Connections, followConnections } from './connection'
import {
  explainFailure,
  explainTlsFailure,
  type ListenerName,
  loggedRequest,
  type MalformedRequest,
} from './malformed'
import { sendRawResponse } from './send-response'

/** Options of every listener with an intake. */
export interface IntakeListenerOptions {
  /** Absent: plain HTTP. The bench opens one listener of each kind. */
  readonly tls?: ServerTls
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  readonly limits?: Partial<IntakeLimits>
  /** The limits that the listeners of one bench share; absent: the listener has separate ones. */
  readonly shared?: SharedBounds
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
}

/** A listener of the platform or of the merchant. */
export interface IntakeListener {
  listen(request: BindRequest): Promise<BindOutcome>
  /** Stops accepting connections, lets requests in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/** Creates a listener on node:http or node:https whose requests the intake reads. */
export function createIntakeListener(
  { tls, allowHost, health, shared = createSharedBounds(), log }: IntakeListenerOptions,
  own: Omit<IntakeOptions, 'guard' | 'health' | 'shared' | 'log'>,
): IntakeListener {
  const server = createServer(tls ?? null, own.limits, (request, response) => {
    intake.handle(request, response)
  })
  const intake = openIntake(server, tls !== undefined, { ...own, guard: allowHost, health, shared, log })
  return { listen: (request) => bindListener(server, request), close: intake.close }
}

/**
 * Reads exact requests from a Node server and writes exact responses. Ignores `Upgrade` on purpose: HTTP allows that,
 * and some client libraries offer `h2c` with every plain request.
 */
function openIntake(server: Server, speaksTls: boolean, options: IntakeOptions) {
  const { limits, shared, log, now } = options
  const connections = followConnections(server, { speaksTls, limits, pipelined: shared.pipelined, log })
  let closing = false

  const record = async (malformed: MalformedRequest): Promise<void> => {
    try {
      await options.onMalformed(malformed)
    } catch (error) {
      log({
        level: 'error',
        message: `A request that was refused (${malformed.kind}) could not be recorded.`,
        error,
      })
    }
  }
  const context = { ...options, isClosing: () => closing, record }
  const finalResponse = (response: HttpResponse, method: string, keepAlive: boolean): HttpResponse =>
    completeResponse(response, { method, keepAlive, keepAliveMs: limits.keepAliveMs, nowMs: now() })

  const headOf = (request: IncomingMessage, connection: Connection): ReceivedRequest => ({
    method: request.method ?? '',
    target: request.url ?? '',
    httpVersion: request.httpVersion,
    tlsVersion: connection.tlsVersion,
    headers: headerList(request.rawHeaders),
    body: new Uint8Array(0),
    remoteAddress: connection.remoteAddress,
    remotePort: connection.remotePort,
    receivedAtWallMs: now(),
  })

  server.on('clientError', (error, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    reportFailure(error, connections.of(socket), { ...options, connections, record, finalResponse })
  })
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    void record(tlsFailure(error, options.listener, socket.remoteAddress ?? '', now()))
  })
  server.on('connect', (request: IncomingMessage, socket: Socket, first: Buffer) => {
    const connection = connections.of(socket)
    connection.broken = true
    const behind = connections.release(socket)
    socket.on('error', () => socket.destroy())
    const note = 'CONNECT is for proxies, and this is not a proxy. Remove the proxy setting of the client.'
    const response = finalResponse(errorResponse(501, MALFORMED_REQUEST, note), 'CONNECT', false)
    const head = {
      ...headOf(request, connection),
      body: new Uint8Array(Buffer.concat([first, behind])),
    }
    void record({ kind: 'connect', listener: options.listener, request: head, note, response }).then(() => {
      connections.whenQuiet(connection, () => {
        sendRawResponse(socket, response, limits.lingerMs)
      })
    })
  })
  // Without this, Node responds to an unknown `Expect` with 417 by itself, and nothing is recorded.
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response)
  })

  return {
    /** Takes a request whose head is complete. */
    handle(request: IncomingMessage, response: ServerResponse): void {
      const head = headOf(request, connections.of(request.socket))
      connections.take(request, (arrival, connection) =>
        takeRequest(context, request, response, { arrival, connection, head }).catch((error: unknown) => {
          log({ level: 'error', message: `${loggedRequest(head)} was abandoned.`, error })
          request.socket.destroy()
        }),
      )
    },
    /** Stops accepting connections, lets requests in flight finish within `graceMs`, then ends every connection. */
    close: ({ graceMs }: { readonly graceMs: number }): Promise<void> =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => {
          connections.endAll()
        }, graceMs)
        // An error only means that the server was not listening.
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        connections.endQuiet()
      }),
  }
}

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
function reportFailure(error: Error, connection: Connection, context: FailureContext): void {
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
function tlsFailure(
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
