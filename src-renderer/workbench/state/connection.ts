import type { BenchClient } from '#protocol/client'
import { SOCKET_PROTOCOL, type Connection } from '#protocol/connection'
import { socketAddress, retryDelay } from './connection-attempt'
import { desktopConnection } from './desktop-connection'
import { findToken, shareToken } from './token'

/** A WebSocket as a connection. Messages that are not JSON are ignored: the bench sends none. */
function socketConnection(socket: WebSocket): Connection {
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      const receive = (event: MessageEvent<unknown>): void => {
        if (typeof event.data !== 'string') return
        let message: unknown
        try {
          message = JSON.parse(event.data)
        } catch {
          return
        }
        listener(message)
      }
      socket.addEventListener('message', receive)
      return () => {
        socket.removeEventListener('message', receive)
      }
    },
  }
}

/** Unlike a WebSocket handshake, it is answered with a status that a page may read. */
const ASKED_PATH = '/api/v1/bench.info'

/** Whether the bench rejects the token, because it was restarted. */
async function isRefused(token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch(ASKED_PATH, { method: 'POST', headers, body: '{}' })).status === 401
  } catch {
    return false
  }
}

/** Is notified of the state of the connection. */
export interface ConnectionWatch {
  /** The number of attempts that failed in a row; 0 when connected. */
  readonly onTries: (failed: number) => void
  /** The bench was restarted with another token, so this page cannot reach it any more. */
  readonly onRefused: () => void
}

function connectOverSocket(client: BenchClient, token: string, watch: ConnectionWatch): void {
  let failures = 0
  const stopSharing = shareToken(token)
  const tryAgain = async (opened: boolean): Promise<void> => {
    if (!opened && (await isRefused(token))) {
      stopSharing()
      watch.onRefused()
    } else setTimeout(open, retryDelay(failures))
  }
  const open = (): void => {
    const socket = new WebSocket(socketAddress(location), [SOCKET_PROTOCOL, token])
    let drop: (() => void) | null = null
    socket.addEventListener('open', () => {
      failures = 0
      watch.onTries(0)
      drop = client.attach(socketConnection(socket))
    })
    socket.addEventListener('close', () => {
      drop?.()
      failures += 1
      watch.onTries(failures)
      void tryAgain(drop !== null)
    })
  }
  open()
}

/** How the page reaches the bench; `noToken`: it cannot, and the tester has to open the right address. */
export type Reached = 'desktop' | 'socket' | 'noToken'

/** Connects the client for as long as the page lives, and reconnects when the connection drops. */
export async function connect(client: BenchClient, watch: ConnectionWatch): Promise<Reached> {
  const connection = desktopConnection()
  if (connection !== undefined) {
    client.attach(connection)
    return 'desktop'
  }
  const token = await findToken()
  if (token === null) return 'noToken'
  connectOverSocket(client, token, watch)
  return 'socket'
}
