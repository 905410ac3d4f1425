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
import type { ServedBench } from '../../contract/server'
import type { HostGuard } from '../host-guard'
import { sendRawReply, sendReply } from '../intake/send-reply'
import { createServer } from '../intake/server'
import { bindListener, type BindOutcome, type BindWish } from '../listener'
import type { Log } from '../log'
import { pairHeaders, type RawReply } from '../wire/raw-message'
import { completeReply } from '../wire/reply'
import { createAccess } from './access'
import { API_PREFIX, createApi } from './api'
import { createLineServer, LINE_PATH } from './line-server'
import { WORKBENCH_LIMITS, type WorkbenchLimits } from './limits'
import type { PageFiles } from './page-files'
import { servePage } from './page'
import { withSecurityHeaders } from './page-policy'
import { handleAsPlainRequest } from './plain-request'
import { refusal } from './refusal'
import { targetParts } from './target'

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
  readonly log: Log
}

export interface WorkbenchListener {
  listen(wish: BindWish): Promise<BindOutcome>
  /** Stops accepting, lets calls in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

export function createWorkbenchListener(options: WorkbenchListenerOptions): WorkbenchListener {
  const { bench, allowHost, pages, log } = options
  const limits: WorkbenchLimits = { ...WORKBENCH_LIMITS, ...options.limits }
  const access = createAccess(options.token)
  const api = createApi({ bench, access, limits })
  const sockets = new Set<Socket>()
  const openReplies = new WeakMap<Socket, number>()
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

  const answer = (request: IncomingMessage): Promise<RawReply> | RawReply => {
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
    if (path.startsWith('/api/')) return api.answer(request, path.slice(API_PREFIX.length), path)
    return servePage({ method: request.method ?? '', path, query, pages, access })
  }

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let reply: RawReply
    try {
      reply = await answer(request)
    } catch (error) {
      log({ level: 'error', message: 'A request to the workbench could not be handled.', error })
      reply = refusal(500, 'internal', 'The request failed inside Paybench. The log has the details.')
    }
    const secured = withSecurityHeaders(reply, request.headers.host ?? '', options.frameOrigins?.())
    const final = completeReply(secured, {
      method: request.method ?? '',
      keepAlive: response.shouldKeepAlive && !closing && request.complete,
      keepAliveMs: limits.keepAliveMs,
      nowMs: Date.now(),
    })
    await sendReply(request, response, final, limits.lingerMs)
  }

  const server = createServer(null, limits, (request, response) => {
    const { socket } = request
    openReplies.set(socket, (openReplies.get(socket) ?? 0) + 1)
    take(request, response)
      .catch((error: unknown) => {
        log({ level: 'error', message: 'A request to the workbench was given up.', error })
        socket.destroy()
      })
      .finally(() => openReplies.set(socket, (openReplies.get(socket) ?? 1) - 1))
  })

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
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
    if (/^\s*websocket\s*$/i.test(request.headers.upgrade ?? '')) lines.upgrade(request, socket, head)
    else handleAsPlainRequest(server, request, socket, head)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer is still owed here: another one before it would be taken for it.
    const owing = socket instanceof Socket && (openReplies.get(socket) ?? 0) > 0
    if (!(socket instanceof Socket) || owing || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    refuseRaw(socket, unreadable(error.code ?? ''))
  })

  return {
    listen: (wish) => bindListener(server, wish),
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        closing = true
        const deadline = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
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

function unreadable(code: string): RawReply {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(
        408,
        'invalid_params',
        'The request was not complete in time. Send it again without pauses.',
      )
    case 'HPE_HEADER_OVERFLOW':
      return refusal(431, 'invalid_params', 'The header fields are too large. Send fewer or shorter ones.')
    default:
      return refusal(400, 'invalid_params', `The bytes are not a readable HTTP request (${code}).`)
  }
}
