import type { BenchClient } from '../../../src-main/contract/client'
import type { Line } from '../../../src-main/contract/line'

declare global {
  interface Window {
    /** The line to the bench that the desktop window hands to the page. */
    readonly paybench?: Line
  }
}

const TOKEN_KEY = 'paybench.token'
const LINE_PATH = '/api/v1/line'
const FIRST_WAIT_MS = 250
const MOST_WAIT_MS = 5000

/** Wait before the next try: doubling from a quarter of a second to five seconds. */
export function waitBeforeTry(failures: number): number {
  return Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
}

/** The address of the line for a page that the browser host served. */
export function lineAddress(page: { readonly protocol: string; readonly host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${LINE_PATH}`
}

/**
 * The token of this run. It comes in the address once, is kept for reloads of this tab, and leaves the address bar.
 * Null where neither has one: the page was opened without the address that was printed.
 */
function takeToken(): string | null {
  const address = new URL(location.href)
  const given = address.searchParams.get('token')
  if (given !== null) {
    sessionStorage.setItem(TOKEN_KEY, given)
    address.searchParams.delete('token')
    history.replaceState(history.state, '', address)
  }
  return sessionStorage.getItem(TOKEN_KEY)
}

/** A WebSocket as a line. Messages that are not JSON are passed over: the bench sends none. */
export function socketLine(socket: WebSocket): Line {
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

function connectOverSocket(client: BenchClient, token: string, onTries: (failed: number) => void): void {
  let failures = 0
  const open = (): void => {
    const socket = new WebSocket(lineAddress(location), ['paybench', token])
    let drop: (() => void) | null = null
    socket.addEventListener('open', () => {
      failures = 0
      onTries(0)
      drop = client.attach(socketLine(socket))
    })
    socket.addEventListener('close', () => {
      drop?.()
      failures += 1
      onTries(failures)
      setTimeout(open, waitBeforeTry(failures))
    })
  }
  open()
}

/** How the page reaches the bench; `noToken`: it cannot, and the tester has to open the right address. */
export type Reached = 'desktop' | 'socket' | 'noToken'

/**
 * Connects the client for as long as the page lives, again and again where the line drops.
 * @param onTries hears how many tries in a row have failed; 0 when the line is there
 */
export function connect(client: BenchClient, onTries: (failed: number) => void): Reached {
  if (window.paybench !== undefined) {
    client.attach(window.paybench)
    return 'desktop'
  }
  const token = takeToken()
  if (token === null) return 'noToken'
  connectOverSocket(client, token, onTries)
  return 'socket'
}
