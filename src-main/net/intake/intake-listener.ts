import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { bindListener, type BindRequest, type BoundPort } from '#net/listener'
import { headerList, headerValues, type HttpResponse, type ReceivedRequest } from '#lib/http-message/message'
import { completeResponse } from '#lib/http-message/response'
import { type IntakeOptions, refusalByHead, takeRequest } from './take-request'
import type { KeyAndCertificate } from '#net/tls/certificates'
import { createServer } from './server'
import { type Connection, followConnections } from './connection'
import { explainFailure, explainTlsFailure, loggedRequest, type MalformedRequest } from './malformed'
import { sendRawResponse } from './send-response'

export interface IntakeListener {
  listen(request: BindRequest): Promise<BoundPort>
  /** Stops accepting connections, lets requests in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

export interface IntakeListenerOptions extends IntakeOptions {
  /** Null for plain HTTP. */
  readonly tls: KeyAndCertificate | null
  /**
   * Takes over a connection that requests a WebSocket. `refuse` writes a response instead and ends the connection.
   * Without `upgrade`, every offered `Upgrade` is ignored: HTTP allows that, and some client libraries offer `h2c`
   * with every plain request.
   */
  readonly upgrade?: (
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    refuse: (response: HttpResponse) => void,
  ) => void
}

/** Creates a listener on node:http or node:https that receives requests and sends responses byte for byte. */
export function createIntakeListener(options: IntakeListenerOptions): IntakeListener {
  const { listener, limits, log, now, upgrade } = options
  let closing = false
  const server = createServer(options.tls, limits, log, (request, response) => {
    const head = headOf(request, connections.of(request.socket))
    connections.take(request, (arrival, connection) =>
      takeRequest(context, request, response, { arrival, connection, head }).catch((error: unknown) => {
        log({ level: 'error', message: `${loggedRequest(head)} was abandoned.`, error })
        request.socket.destroy()
      }),
    )
  })
  const connections = followConnections(server, options.tls !== null, limits.maxPipelinedRequests)

  const record = async (malformed: Omit<MalformedRequest, 'listener'>): Promise<void> => {
    try {
      await options.onMalformed({ listener, ...malformed })
    } catch (error) {
      const message = `A request that was refused (${malformed.kind}) could not be recorded.`
      log({ level: 'error', message, error })
    }
  }
  const complete = (response: HttpResponse, head: ReceivedRequest, keepAlive: boolean): HttpResponse =>
    completeResponse(options.withOwnFields(response, headerValues(head.headers, 'host')[0] ?? ''), {
      method: head.method,
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: now(),
    })
  const context = { ...options, isClosing: () => closing, record, complete }

  const headOf = (request: IncomingMessage, connection: Connection): ReceivedRequest => ({
    ...emptyRequestFrom(connection, now()),
    method: request.method ?? '',
    target: request.url ?? '',
    httpVersion: request.httpVersion,
    headers: headerList(request.rawHeaders),
  })

  /** Refuses a request that has no `ServerResponse`, once all earlier responses on the connection have been sent. */
  const refuseRaw = async (
    connection: Connection,
    kind: MalformedRequest['kind'],
    request: ReceivedRequest,
    { status, note }: { readonly status: number | null; readonly note: string },
  ): Promise<void> => {
    const { socket } = connection
    connection.broken = true
    const response =
      status === null || !socket.writable
        ? null
        : complete(options.errorResponse(status, note, kind), request, false)
    await record({ kind, request, note, response })
    if (response === null) {
      socket.destroy()
      return
    }
    await connection.quiet
    sendRawResponse(socket, response, limits.lingerMs)
  }

  /**
   * A failure within a body cuts off that request, whose response explains the failure. After any other failure, the
   * bytes that could not be parsed are recorded as an unreadable request.
   */
  const onFailure = (error: ParserError, connection: Connection): void => {
    if (connection.broken) return
    const { socket, newest } = connection
    const { code = '', reason = '', rawPacket = new Uint8Array(0) } = error
    const tail = connection.tail()
    const bytes = tail.byteLength === 0 ? new Uint8Array(rawPacket) : tail
    const isBody = newest?.request.complete === false
    const { maxTargetBytes } = limits
    const { status, note } = explainFailure({ code, reason, bytes, isHead: !isBody, maxTargetBytes })

    if (isBody) {
      // Paybench itself paused the body. From now on, only the time limit for stalled bodies applies.
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && newest.reading?.excuse() === true) return
      connection.broken = true
      newest.interruption = { code, note, status: socket.writable ? status : null }
      newest.reading?.interrupt(newest.interruption)
      return
    }
    if (tail.byteLength === 0 && !code.startsWith('HPE_')) {
      socket.destroy()
      return
    }
    const request = {
      ...emptyRequestFrom(connection, now()),
      body: bytes,
      truncated: connection.isTailTruncated(),
    }
    const mixed =
      tail.byteLength === 0
        ? ' The bytes kept begin with a request that could be read and is recorded separately.'
        : ''
    void refuseRaw(connection, 'unreadable', request, { status, note: note + mixed })
  }

  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) onFailure(error, connections.of(socket))
    else socket.destroy()
  })
  server.on('tlsClientError', (error: ParserError, socket: Socket) => {
    const request = emptyRequestFrom({ remoteAddress: socket.remoteAddress ?? '' }, now())
    const note = explainTlsFailure(error.code ?? '', error.message)
    void record({ kind: 'tlsFailed', request, note, response: null })
  })
  server.on('connect', (request: IncomingMessage, socket: Socket, first: Buffer) => {
    const { connection, behind } = connections.release(socket)
    socket.on('error', () => socket.destroy())
    const note = 'CONNECT is for proxies, and this is not a proxy. Remove the proxy setting of the client.'
    const head = { ...headOf(request, connection), body: new Uint8Array(Buffer.concat([first, behind])) }
    void refuseRaw(connection, 'connect', head, { status: 501, note })
  })
  // Without this listener, Node responds to an unknown `Expect` with 417, and nothing is recorded.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  if (upgrade !== undefined) {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, first: Buffer) => {
      const { connection, behind } = connections.release(socket)
      socket.on('error', () => socket.destroy())
      const head = headOf(request, connection)
      const refused = refusalByHead(head, socket.localAddress, options)
      if (refused !== null) {
        void refuseRaw(connection, refused.kind, head, refused)
        return
      }
      upgrade(request, socket, Buffer.concat([first, behind]), (response) => {
        sendRawResponse(socket, complete(response, head, false), limits.lingerMs)
      })
    })
  }

  return {
    listen: (request) => bindListener(server, request),
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(connections.endAll, graceMs)
        // An error only means that the server was not listening.
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        connections.endQuiet()
      }),
  }
}

function emptyRequestFrom(
  from: Pick<Connection, 'remoteAddress'> & Partial<Pick<Connection, 'remotePort' | 'tlsVersion'>>,
  receivedAtWallMs: number,
): ReceivedRequest {
  const { remoteAddress, remotePort = 0, tlsVersion = null } = from
  return {
    method: '',
    target: '',
    httpVersion: '',
    headers: [],
    body: new Uint8Array(0),
    remoteAddress,
    remotePort,
    tlsVersion,
    receivedAtWallMs,
  }
}

interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Uint8Array
}
