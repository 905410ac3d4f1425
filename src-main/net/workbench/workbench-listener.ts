/**
 * The workbench's own listener: the page, the automation API and the WebSocket that feeds the page.
 *
 * What it protects: everything a tester can do with Paybench, including the secrets of its projects. It listens on
 * loopback unless `--bind` is given, but callers on loopback are not trustworthy either. It has to withstand:
 *
 * - A web page in the tester's browser. It can send requests to loopback but cannot read the token, without which the
 *   API refuses every call. Its requests have its `Origin`, which we refuse even with the token. It can point its own
 *   name at our address (DNS rebinding), which the host guard refuses. No response allows another origin to read it.
 * - Other programs and accounts of this computer, and with `--bind` the network. The token of 32 random bytes is new
 *   in every run unless `--token-file` keeps it, is compared in constant time and is never logged. It is accepted as a
 *   bearer token, as a WebSocket subprotocol (browsers can set no other header there), and in the page's address, where
 *   it only detects the address of an earlier run; the page's files contain no secrets. Remaining risks: without
 *   `--workbench-tls` the traffic is plain HTTP, and anyone who can list the processes of the tester's account can see
 *   the address while a browser is being opened (`--no-open` avoids that).
 * - Text that merchants and customers send and that the page shows. The policy of the page allows only our own scripts
 *   and no connections to other servers; see hosts/electron/page-files.ts.
 * - Clients that send too much data, send too slowly, send invalid data or never read: bodies, heads, messages, times
 *   and unread bytes are limited. A client with the token can still keep Paybench busy, because it is the tester.
 */
import type { ServedBench } from '#protocol/server'
import { SOCKET_PATH } from '#protocol/connection'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import type { ListenerOptions } from '#net/intake-listeners'
import { createBodyBudget } from '#net/intake/body'
import { createIntakeListener, type IntakeListener } from '#net/intake/intake-listener'
import type { KeyAndCertificate } from '#net/tls/certificates'
import { responseAlone } from '#net/intake/take-request'
import { createAccess, WORKBENCH_LIMITS, type WorkbenchLimits } from './access'
import { createApi } from './api'
import { createSocketServer } from './socket-server'
import { type PageFiles, servePage, withSecurityHeaders } from './page'
import { refusal, targetParts } from './respond'

export interface WorkbenchListenerOptions extends Pick<
  ListenerOptions,
  'allowHost' | 'health' | 'bodies' | 'log'
> {
  readonly bench: ServedBench
  /** Only letters, digits, `-` and `_`, because it is also sent as a WebSocket subprotocol. */
  readonly token: string
  readonly pages: PageFiles
  /** Origins that the page may frame if it was reached under `host`: the listeners for customers. */
  readonly frameOrigins?: (host: string) => readonly string[]
  /** Null for plain HTTP. */
  readonly tls: KeyAndCertificate | null
  readonly limits?: Partial<WorkbenchLimits>
}

export function createWorkbenchListener(options: WorkbenchListenerOptions): IntakeListener {
  const { bench, pages, log } = options
  const limits: WorkbenchLimits = { ...WORKBENCH_LIMITS, ...options.limits }
  const access = createAccess(options.token)
  const api = createApi({ bench, access, limits })
  const sockets = createSocketServer({ bench, access, limits, log })

  const respond = async (request: IntakeRequest): Promise<HttpResponse> => {
    const { path, query } = targetParts(request.target)
    if (path === SOCKET_PATH) {
      const message = `${SOCKET_PATH} accepts WebSockets only. Connect with a WebSocket client.`
      // `Connection` has to name `Upgrade`; `close` ends the connection.
      return refusal(426, 'invalid_params', message, [
        ['Upgrade', 'websocket'],
        ['Connection', 'Upgrade, close'],
      ])
    }
    return path.startsWith('/api/')
      ? await api.call(request, path)
      : servePage({ method: request.method, path, query, pages, access })
  }
  const listener = createIntakeListener({
    listener: 'workbench',
    tls: options.tls,
    guard: options.allowHost,
    health: options.health,
    limits,
    bodies: options.bodies ?? createBodyBudget(),
    log,
    now: Date.now,
    errorResponse(status, note, because) {
      if (because === 'failed') return refusal(status, 'internal', note)
      return refusal(status, because === 'hostRefused' ? 'unauthorized' : 'invalid_params', note)
    },
    withOwnFields: (response, host) => withSecurityHeaders(response, host, options.frameOrigins?.(host)),
    admit: (request) => {
      const { path } = targetParts(request.url ?? '')
      return path.startsWith('/api/') && path !== SOCKET_PATH ? api.refuse(request, path) : null
    },
    respond: async (request) => responseAlone(await respond(request)),
    onMalformed: () => Promise.resolve(),
    upgrade: sockets.upgrade,
  })
  return {
    listen: listener.listen,
    close(grace) {
      sockets.closeClients()
      return listener.close(grace)
    },
  }
}
