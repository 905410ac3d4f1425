import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { headerList, type HttpResponse, type ReceivedRequest } from '#lib/http-message/message'
import { completeResponse, errorResponse, MALFORMED_REQUEST } from '#lib/http-message/response'
import { followConnections, type Connection } from './connection'
import type { IntakeOptions } from './intake-request'
import type { MalformedRequest } from './malformed'
import { loggedRequest } from './logged-request'
import { sendRawResponse } from './send-response'
import { takeRequest } from './take-request'
import { reportFailure, tlsFailure } from './parser-failure'

/** Reads the requests of a server byte for byte. */
export interface Intake {
  /** Takes a request whose head is complete. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Stops accepting connections, lets requests in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * Reads exact requests from a Node server and writes exact responses. Ignores `Upgrade` on purpose: HTTP allows that,
 * and some client libraries offer `h2c` with every plain request.
 */
export function openIntake(server: Server, speaksTls: boolean, options: IntakeOptions): Intake {
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
    handle(request, response) {
      const head = headOf(request, connections.of(request.socket))
      connections.take(request, (arrival, connection) =>
        takeRequest(context, request, response, { arrival, connection, head }).catch((error: unknown) => {
          log({ level: 'error', message: `${loggedRequest(head)} was abandoned.`, error })
          request.socket.destroy()
        }),
      )
    },
    close: ({ graceMs }) =>
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
