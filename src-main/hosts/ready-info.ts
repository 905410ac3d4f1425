import type { ListenerView } from '#protocol/bench'

/**
 * The content of the ready line, printed once all listeners accept connections. Addresses are full URLs without a
 * trailing slash.
 */
export interface ReadyInfo {
  readonly version: string
  /** null, like the token, in the desktop without `--workbench-port`. */
  readonly workbench: string | null
  /** The token that opens the workbench API of this run. */
  readonly token: string | null
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
  /** The addresses of each listener for other computers; null where only this computer reaches them. */
  readonly reachableAt: Readonly<Partial<Record<ListenerView['name'], readonly string[]>>> | null
  /** null where everything is kept in memory. */
  readonly dataDir: string | null
  readonly project: {
    readonly id: number
    readonly secret: string
    readonly callbackUrl: string | null
  }
}

/** Returns the address that opens the workbench, with the token; null where it is not served. */
export function workbenchUrl({ workbench, token }: ReadyInfo): string | null {
  return workbench === null || token === null ? null : openingOf(workbench, token)
}

/** Adds the token of this run to the address of the workbench listener, which makes it open the page. */
export function openingOf(workbench: string, token: string): string {
  return `${workbench}/?token=${token}`
}

/** Writes the line that `--ready-json` prints, including the line end. */
export function readyLine(ready: ReadyInfo): string {
  return `${JSON.stringify({ event: 'ready', ...ready })}\n`
}
