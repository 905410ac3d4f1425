/**
 * The workbench's own listener: the page, the automation API and the WebSocket that feeds the page.
 *
 * What it protects: everything a tester can do with the bench, including the secrets of its projects. It listens on
 * loopback unless `--bind` is given, but callers on loopback are not trustworthy either. It has to withstand:
 *
 * - A web page in the tester's browser. It can send requests to loopback but cannot read the token, so the API
 *   answers only to the token; it carries its own `Origin`, which we refuse even with the token; and it can give its
 *   own name our address (DNS rebinding), which the host guard refuses. No response allows another origin to read it.
 * - Other programs and other accounts of this computer, and with `--bind` the network. The token of 32 random bytes
 *   is new in every run unless `--token-file` keeps it, is compared in constant time and is never logged. It is accepted as a bearer token, as a
 *   subprotocol of the WebSocket (which cannot carry other headers in a browser), and in the address of the page,
 *   where it only distinguishes a page of an earlier run from one of this run; the page's files contain no secrets.
 *   Remaining risks: without `--workbench-tls` the traffic is plain HTTP, and anyone who can list the processes of the tester's account can see
 *   the address while a browser is being opened (`--no-open` avoids that).
 * - Text that merchants and customers send and that the page shows. The policy of the page allows no scripts except our own
 *   files and no connections to other servers; see hosts/electron/page-files.ts.
 * - Clients that send too much, too slowly or invalid data, or that never read: bodies, heads, messages, times and unread
 *   bytes are limited. A client with the token can still keep the bench busy, because it is the tester.
 */
import { Socket } from 'node:net'
import { IncomingMessage } from 'node:http'
import type { ServedBench } from '#protocol/server'
import { bindListener, type BindOutcome, type BindRequest, type HealthCheck, type Log } from '#net/listener'
import type { HostGuard } from '#net/host-guard'
import { type Connection, type Connections, followConnections } from '#net/intake/connection'
import { sendRawResponse } from '#net/intake/send-response'
import { createServer, type ServerTls } from '#net/intake/server'
import { createSharedBounds, type SharedBounds } from '#net/intake/limits'
import { headerList, type HttpResponse } from '#lib/http-message/message'
import { completeResponse } from '#lib/http-message/response'
import { SOCKET_PATH } from '#protocol/connection'
import { createAccess, WORKBENCH_LIMITS, type WorkbenchLimits } from './access'
import { API_PREFIX, createApi } from './api'
import { createSocketServer } from './socket-server'
import { type PageFiles, servePage, withSecurityHeaders } from './page'
import { createResponder, nameOf, refusal, targetParts } from './respond'

export interface WorkbenchListenerOptions {
  readonly bench: ServedBench
  /**
   * Opens the API and the WebSocket. Only letters, digits, `-` and `_`, because it is also sent as a WebSocket
   * subprotocol.
   */
  readonly token: string
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  /** The built page. */
  readonly pages: PageFiles
  /** Returns the origins that the page may frame where it was reached under `host`: the listeners for customers. */
  readonly frameOrigins?: (host: string) => readonly string[]
  /** null: plain HTTP. */
  readonly tls: ServerTls | null
  readonly limits?: Partial<WorkbenchLimits>
  /** The limits that the listeners of one bench share; absent: the listener has separate ones. */
  readonly shared?: SharedBounds
  readonly log: Log
}

export type WorkbenchListener = ReturnType<typeof createWorkbenchListener>

/** Creates the workbench's listener. It is not bound yet. */
export function createWorkbenchListener(options: WorkbenchListenerOptions) {
  const { bench, allowHost, health, pages, tls, log } = options
  const limits: WorkbenchLimits = { ...WORKBENCH_LIMITS, ...options.limits }
  const access = createAccess(options.token)
  const shared = options.shared ?? createSharedBounds()
  const api = createApi({ bench, access, limits, bodies: shared.bodies })
  let closing = false

  const refuseHost = (request: IncomingMessage): HttpResponse | null => {
    const verdict = allowHost({
      headers: headerList(request.rawHeaders),
      httpVersion: request.httpVersion,
      target: request.url ?? '',
      localAddress: request.socket.localAddress,
    })
    return verdict.kind === 'allowed' ? null : refusal(verdict.status, 'unauthorized', verdict.message)
  }
  const respond = createResponder({
    respond: ({ arrival, connection }) => {
      const { request } = arrival
      const healthResponse = health({ method: request.method, target: request.url ?? '' })
      if (healthResponse !== null) return healthResponse
      const rejection = refuseHost(request)
      if (rejection !== null) return rejection
      const { path, query } = targetParts(request.url ?? '')
      if (path === SOCKET_PATH) return webSocketRequired()
      if (path.startsWith('/api/')) {
        return api.respond({ arrival, connection, method: path.slice(API_PREFIX.length), path })
      }
      return servePage({ method: request.method ?? '', path, query, pages, access })
    },
    frameOrigins: options.frameOrigins,
    isClosing: () => closing,
    limits,
    log,
  })

  const server = createServer(
    tls,
    limits,
    (request, response) => {
      connections.take(request, (arrival, connection) =>
        respond(response, { arrival, connection }).catch((error: unknown) => {
          log({ level: 'error', message: `${nameOf(request)} was abandoned.`, error })
          request.socket.destroy()
        }),
      )
    },
    { IncomingMessage: WebSocketOnlyRequest },
  )
  const connections = followConnections(server, {
    speaksTls: tls !== null,
    limits,
    pipelined: shared.pipelined,
    log,
  })

  const refuseRaw = (socket: Socket, response: HttpResponse): void => {
    const final = completeResponse(withSecurityHeaders(response, ''), {
      method: '',
      keepAlive: false,
      keepAliveMs: limits.keepAliveMs,
      nowMs: Date.now(),
    })
    sendRawResponse(socket, final, limits.lingerMs)
  }

  const sockets = createSocketServer({ bench, access, limits, log, refuseHost, refuseRaw })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sockets.upgrade(request, socket, Buffer.concat([head, connections.release(socket)]))
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const connection = connections.of(socket)
    connection.broken = true
    connections.release(socket)
    socket.on('error', () => socket.destroy())
    const note = 'CONNECT is for proxies, and this is not a proxy. Remove the proxy setting of the client.'
    connections.whenQuiet(connection, () => {
      refuseRaw(socket, refusal(501, 'invalid_params', note))
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    reportParserError(error.code ?? '', connections.of(socket), { connections, refuseRaw })
  })

  return {
    listen: (request: BindRequest): Promise<BindOutcome> => bindListener(server, request),
    /** Stops accepting connections, lets calls in flight finish within `graceMs`, then ends every connection. */
    close: ({ graceMs }: { readonly graceMs: number }): Promise<void> =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => {
          connections.endAll()
        }, graceMs)
        sockets.closeClients()
        // An error only means that the server was not listening.
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function webSocketRequired(): HttpResponse {
  const message = `${SOCKET_PATH} accepts WebSockets only. Connect with a WebSocket client.`
  // `Connection` has to name `Upgrade`. It also ends the connection.
  return refusal(426, 'invalid_params', message, [
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade, close'],
  ])
}

interface ParserErrorContext {
  readonly connections: Connections
  /** Writes a response past the parser and ends the connection. */
  readonly refuseRaw: (socket: Socket, response: HttpResponse) => void
}

/**
 * Handles bytes that the parser rejects and requests that time out. A request whose body is still being read gets the
 * error as the result of that reading; otherwise the connection gets an error response once it is quiet.
 * @param code the code of the parser's error, such as `HPE_INVALID_METHOD`
 */
function reportParserError(
  code: string,
  connection: Connection,
  { connections, refuseRaw }: ParserErrorContext,
): void {
  if (connection.broken) return
  const { socket, newest, reading, tail } = connection
  const { status, message } = explainParserError(code)
  if (newest?.request.complete === false) {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && reading?.excuse() === true) return
    connection.broken = true
    const interruption = { code, note: message, status: socket.writable ? status : null }
    if (reading !== null && newest.isTaken) reading.interrupt(interruption)
    else newest.interruption = interruption
    return
  }
  connection.broken = true
  const nothingArrived = tail.isEmpty() && !code.startsWith('HPE_')
  if (nothingArrived || !socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  connections.whenQuiet(connection, () => refuseRaw(socket, refusal(status, 'invalid_params', message)))
}

function explainParserError(code: string): { readonly status: number; readonly message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request was not complete in time. Send it again without pauses.' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The header fields are too large. Send fewer or shorter ones.' }
    default:
      return {
        status: 400,
        message: `The bytes are not a readable HTTP request (${code}). Check the client.`,
      }
  }
}

const OFFER = Symbol('an upgrade is offered')

/**
 * A request of a server that accepts upgrades to WebSocket only. HTTP lets a server ignore an offered upgrade, and some
 * client libraries offer `h2c` with every request, but Node ignores none once there is an `upgrade` listener. Node
 * reads `upgrade` when the header fields are complete; here it is true only for WebSockets and for CONNECT, which must
 * not be ignored.
 */
class WebSocketOnlyRequest extends IncomingMessage {
  declare private [OFFER]: boolean | null | undefined

  get upgrade(): boolean {
    if (this[OFFER] !== true) return false
    return this.method === 'CONNECT' || isWebSocket(this.headers.upgrade)
  }

  /** Called by Node: in its constructor, and when the head is complete. */
  set upgrade(offered: boolean | null) {
    this[OFFER] = offered
  }
}

function isWebSocket(offered: string | undefined): boolean {
  return /^\s*websocket\s*$/i.test(offered ?? '')
}
