import { SOCKET_PATH } from '#protocol/connection'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 5000

/** Milliseconds before the next attempt: doubling from a quarter of a second to five seconds. */
export function retryDelay(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
}

/** The WebSocket address for a page that the browser host served. */
export function socketAddress(page: { readonly protocol: string; readonly host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${SOCKET_PATH}`
}
