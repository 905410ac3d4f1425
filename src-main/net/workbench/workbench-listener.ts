/**
 * The workbench's own listener: the page, the automation API and the line that feeds the page.
 *
 * What it guards: everything a tester can do with the bench, the secrets of its projects included. It listens on
 * loopback unless told otherwise, which does not make its callers trustworthy. Whom it has to withstand:
 *
 * - A web page in the tester's browser. It can send requests to loopback but cannot read the token, so the API
 *   answers only to the token; it carries its own `Origin`, which we refuse even with the token; and it can give its
 *   own name our address (DNS rebinding), which the host guard refuses. No answer allows another origin to read it.
 * - Other programs and other accounts of this computer, and with `--bind` the network. The token of 32 random bytes
 *   is made anew for every run, is compared in constant time and never logged. It is accepted as a bearer token, as a
 *   subprotocol of the WebSocket (which cannot carry other headers in a browser), and in the address of the page,
 *   where it only tells a page of an earlier run from one of this run; the page's files hold no secrets.
 *   What stays open: the traffic is plain HTTP, and whoever may list the processes of the tester's account can see
 *   the address while a browser is being opened (`--no-open` avoids that).
 * - Text that merchants and customers send and the page shows. The policy of the page runs no script but our own
 *   files and lets nothing out; see page-policy.ts.
 * - Clients that send too much, too slowly or rubbish, or that never read: bounded bodies, heads, messages, times and
 *   unread bytes. A client with the token may still keep the bench busy; it is the tester.
 */
import { Socket } from 'node:net'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedBench } from '../../protocol/server'
import type { HostGuard } from '../host-guard'
import { followConnections, type Arrival, type Connection } from '../intake/connection'
import { loggedRequest } from '../intake/logged-request'
import { sendRawReply, sendReply } from '../intake/send-reply'
import { createServer } from '../intake/server'
import { createSharedBounds, type SharedBounds } from '../intake/shared-bounds'
import { bindListener, type BindOutcome, type BindRequest } from '../listener'
import type { Log } from '../log'
import { pairHeaders, type RawReply } from '../../lib/http-message/raw-message'
import { completeReply } from '../../lib/http-message/reply'
import { createAccess } from './access'
import { API_PREFIX, createApi } from './api'
import { createLineServer, LINE_PATH } from './line-server'
import { WORKBENCH_LIMITS, type WorkbenchLimits } from './limits'
import type { PageFiles } from './page-files'
import { servePage } from './page'
import { withSecurityHeaders } from './page-policy'
import { refusal } from './refusal'
import { targetParts } from './target'
import { WebSocketOnlyRequest } from './web-socket-offers'

export interface WorkbenchListenerOptions {
  readonly bench: ServedBench
  /** Opens API and line; letters, digits, `-` and `_` only, because it also travels as a WebSocket subprotocol. */
  readonly token: string
  readonly allowHost: HostGuard
  /** The built page. */
  readonly pages: PageFiles
  /** Origins whose pages the page may show in frames: the listeners for customers. */
  readonly frameOrigins?: () => readonly string[]
  readonly limits?: Partial<WorkbenchLimits>
  /** What the listeners of one bench share; of its own unless given. */
  readonly shared?: SharedBounds
  readonly log: Log
}

export interface WorkbenchListener {
  listen(wish: BindRequest): Promise<BindOutcome>
  /** Stops accepting, lets calls in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

export function createWorkbenchListener(options: WorkbenchListenerOptions): WorkbenchListener {
  const { bench, allowHost, pages, log } = options
  const limits: WorkbenchLimits = { ...WORKBENCH_LIMITS, ...options.limits }
  const access = createAccess(options.token)
  const shared = options.shared ?? createSharedBounds()
  const api = createApi({ bench, access, limits, bodies: shared.bodies })
  let closing = false

  const refuseHost = (request: IncomingMessage): RawReply | null => {
    const verdict = allowHost({
      rawHeaders: pairHeaders(request.rawHeaders),
      httpVersion: request.httpVersion,
      target: request.url ?? '',
      localAddress: request.socket.localAddress,
    })
    return verdict.kind === 'allowed' ? null : refusal(verdict.status, 'unauthorized', verdict.message)
  }

  const answer = (arrival: Arrival, connection: Connection): Promise<RawReply> | RawReply => {
    const { request } = arrival
    const foreign = refuseHost(request)
    if (foreign !== null) return foreign
    const { path, query } = targetParts(request.url ?? '')
    if (path === LINE_PATH) {
      return refusal(
        426,
        'invalid_params',
        `${LINE_PATH} speaks WebSocket. Connect with a WebSocket client.`,
        [
          ['Upgrade', 'websocket'],
          // The field lists what the answer's own `Upgrade` belongs to; it also ends the connection.
          ['Connection', 'Upgrade, close'],
        ],
      )
    }
    if (path.startsWith('/api/')) {
      return api.answer({ arrival, connection, method: path.slice(API_PREFIX.length), path })
    }
    return servePage({ method: request.method ?? '', path, query, pages, access })
  }

  const take = async (response: ServerResponse, arrival: Arrival, connection: Connection): Promise<void> => {
    const { request } = arrival
    if (request.socket.destroyed || connection.isEnding) return
    let reply: RawReply
    try {
      reply = await answer(arrival, connection)
    } catch (error) {
      log({ level: 'error', message: `${named(request)} could not be handled.`, error })
      reply = refusal(500, 'internal', 'The request failed inside Paybench. The log has the details.')
    }
    const secured = withSecurityHeaders(reply, request.headers.host ?? '', options.frameOrigins?.())
    const mayGoOn = request.complete && !connection.broken && reply.status !== 413
    const keepAlive = response.shouldKeepAlive && !closing && mayGoOn
    const final = completeReply(secured, {
      method: request.method ?? '',
      keepAlive,
      keepAliveMs: limits.keepAliveMs,
      nowMs: Date.now(),
    })
    if (!keepAlive) connection.isEnding = true
    await sendReply(request, response, final, limits)
  }

  const server = createServer(
    null,
    limits,
    (request, response) => {
      connections.take(request, (arrival, connection) =>
        take(response, arrival, connection).catch((error: unknown) => {
          log({ level: 'error', message: `${named(request)} was abandoned.`, error })
          request.socket.destroy()
        }),
      )
    },
    { IncomingMessage: WebSocketOnlyRequest },
  )
  const connections = followConnections(server, {
    speaksTls: false,
    limits,
    pipelined: shared.pipelined,
    log,
  })

  const refuseRaw = (socket: Socket, reply: RawReply): void => {
    const final = completeReply(withSecurityHeaders(reply, ''), {
      method: '',
      keepAlive: false,
      keepAliveMs: limits.keepAliveMs,
      nowMs: Date.now(),
    })
    sendRawReply(socket, final, limits.lingerMs)
  }

  const lines = createLineServer({ bench, access, limits, log, refuseHost, refuseRaw })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    lines.upgrade(request, socket, Buffer.concat([head, connections.release(socket)]))
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const connection = connections.of(socket)
    connection.broken = true
    connections.release(socket)
    socket.on('error', () => socket.destroy())
    const note = 'CONNECT is for proxies, and this is none. Remove the proxy setting of the client.'
    connections.whenQuiet(connection, () => {
      refuseRaw(socket, refusal(501, 'invalid_params', note))
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy()
    const connection = connections.of(socket)
    if (connection.broken) return
    const { newest, reading, tail } = connection
    const code = error.code ?? ''
    const reply = unreadable(code)
    if (newest?.request.complete === false) {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && reading?.excuse() === true) return
      connection.broken = true
      const interruption = { code, note: reply.message, status: socket.writable ? reply.status : null }
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
    connections.whenQuiet(connection, () => {
      refuseRaw(socket, refusal(reply.status, 'invalid_params', reply.message))
    })
  })

  return {
    listen: (wish) => bindListener(server, wish),
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => {
          connections.endAll()
        }, graceMs)
        lines.sayGoodbye()
        // The error says that the server was not listening, which is what we want.
        server.close(() => {
          clearTimeout(deadline)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function named(request: IncomingMessage): string {
  return loggedRequest({ method: request.method ?? '', target: request.url ?? '' })
}

function unreadable(code: string): { readonly status: number; readonly message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request was not complete in time. Send it again without pauses.' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The header fields are too large. Send fewer or shorter ones.' }
    default:
      return { status: 400, message: `The bytes are not a readable HTTP request (${code}).` }
  }
}
