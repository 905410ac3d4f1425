import type { BenchClient } from '#protocol/client'
import { type Connection, SOCKET_PATH, SOCKET_PROTOCOL } from '#protocol/connection'

/** A WebSocket as a connection. Messages that are not JSON are ignored: Paybench sends none. */
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
      return () => socket.removeEventListener('message', receive)
    },
  }
}

/** Requested to test the token: a page can read this response's status, but not that of a WebSocket handshake. */
const TOKEN_TEST_PATH = '/api/v1/bench.info'

/** Whether Paybench rejects the token, because it was restarted. */
async function isRefused(token: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await fetch(TOKEN_TEST_PATH, { method: 'POST', headers, body: '{}' })).status === 401
  } catch {
    return false
  }
}

interface ConnectionWatch {
  /** Called with the number of attempts that failed in a row; 0 when connected. */
  readonly onTries: (failed: number) => void
  /** Called if Paybench was restarted with another token, so that this page can no longer reach it. */
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

/** How the page reaches Paybench; `noToken` if it cannot, and the tester must open the right address. */
export type Reached = 'desktop' | 'socket' | 'noToken'

/** Connects the client for the life of the page, and reconnects when the connection drops. */
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

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 5000

/** Milliseconds before the next attempt: doubling from a quarter of a second to five seconds. */
export function retryDelay(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
}

/** The WebSocket address for a page of the browser host. */
export function socketAddress(page: { readonly protocol: string; readonly host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${SOCKET_PATH}`
}

declare global {
  interface Window {
    readonly paybench?: Connection
  }
}

/** Undefined in a browser. */
export const desktopConnection = (): Connection | undefined => window.paybench

/** Where a window keeps the token, and the channel on which windows share it: only pages of this origin see both. */
const TOKEN_KEY = 'paybench.token'

/** How long a new window waits for another one to respond. */
const ANSWER_MS = 400

const QUESTION = 'token?'

const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,200}$/.test(value)

/** The token, moved from the address to the session storage of this tab, or found there; null if there is none. */
function givenToken(): string | null {
  const address = new URL(location.href)
  const given = address.searchParams.get('token')
  if (given !== null) {
    sessionStorage.setItem(TOKEN_KEY, given)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }
  return sessionStorage.getItem(TOKEN_KEY)
}

/** Asks the other windows of Paybench for the token; null if none responds in time. */
function requestToken(): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(TOKEN_KEY)
    const finish = (token: string | null): void => {
      clearTimeout(limit)
      channel.close()
      resolve(token)
    }
    const limit = setTimeout(() => finish(null), ANSWER_MS)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isToken(data)) finish(data)
    }
    channel.postMessage(QUESTION)
  })
}

/** The token from the address, from this tab before a reload, or from another open window. */
async function findToken(): Promise<string | null> {
  const token = givenToken()
  if (token !== null) return token
  const sharedToken = await requestToken()
  if (sharedToken !== null) sessionStorage.setItem(TOKEN_KEY, sharedToken)
  return sharedToken
}

/** Sends the token to new windows that request it; returns a function that stops this. */
function shareToken(token: string): () => void {
  const channel = new BroadcastChannel(TOKEN_KEY)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === QUESTION) channel.postMessage(token)
  }
  return () => channel.close()
}
