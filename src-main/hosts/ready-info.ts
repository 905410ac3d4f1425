/** The content of the ready line, printed once all listeners accept connections. Addresses are full URLs without a closing slash. */
export interface ReadyInfo {
  readonly version: string
  /** null in the desktop without `--workbench-port`; so is the token. */
  readonly workbench: string | null
  /** Opens the workbench API of this run. */
  readonly token: string | null
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
  /** null where everything is kept in memory. */
  readonly dataDir: string | null
  readonly project: {
    readonly id: number
    readonly secret: string
    readonly callbackUrl: string | null
  }
}

/** The address that opens the workbench, token included; null where it is not served. */
export function workbenchUrl({ workbench, token }: ReadyInfo): string | null {
  return workbench === null || token === null ? null : openingOf(workbench, token)
}

/** The address of the workbench's listener with the token of this run, which opens the page. */
export function openingOf(workbench: string, token: string): string {
  return `${workbench}/?token=${token}`
}

/** The one line that `--ready-json` prints, with its line end. */
export function readyLine(ready: ReadyInfo): string {
  return `${JSON.stringify({ event: 'ready', ...ready })}\n`
}
