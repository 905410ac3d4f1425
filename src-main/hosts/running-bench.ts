import type { CustomerFiles, Log } from '#core/sending'
import type { ListenerView, Notice } from '#protocol/bench'
import type { Connection } from '#protocol/connection'
import type { OwnBenches } from '#workbench/own-benches'

/** What a host provides to the bench that it starts. */
export interface BenchHost {
  readonly kind: 'electron' | 'browser'
  readonly version: string
  /** Folder of the built page, which the workbench listener serves. */
  readonly rendererDirectory: string
  /** Folder of the scenarios that come with Paybench. */
  readonly scenariosDirectory: string
  /** The program of the thread that owns the index of lists and search; absent: the index works in this thread. */
  readonly indexProgram?: URL | undefined
  /** The program that works on what strangers wrote; absent: it is done in this thread. */
  readonly foreignProgram?: URL | undefined
  /** Reads the files that the customer's browser loads. Throws an Error for people where one is missing. */
  readonly readCustomerFiles: () => CustomerFiles
  /** Origin of the page that the host shows by itself; null: only the workbench listener serves it. */
  readonly workbenchOrigin: string | null
  readonly log: Log
  /** Whether callbacks may go to a host, spelled as in `URL.hostname`; absent: they may go to any. */
  readonly maySendTo?: (host: string) => boolean
  /** Opens benches for exams and runs of scenarios in the window; absent: none is opened. */
  readonly ownBenches?: OwnBenches
}

/** A bench whose listeners accept connections. */
export interface RunningBench {
  readonly ready: ReadyInfo
  /** The certificate of the authority that signs for the TLS listeners. */
  readonly caPem: string
  /** The secrets of all projects, so that no report shows one. */
  secrets(): Promise<readonly string[]>
  /** What the tester should know about this start; the workbench shows it too. */
  readonly notices: readonly StartNotice[]
  /** Shows a notice in the workbench. */
  notify(notice: Notice): void
  /** Serves the methods of the bench over a connection. Returns the function that ends it. */
  connect(connection: Connection): () => void
  /** Logs and counts an uncaught error, and shows the count in the window. */
  onError(what: string, error: unknown): void
  /**
   * Stops accepting connections, finishes or parks work in flight, and releases the data folder, within
   * {@link CLOSING_LIMIT_MS}. Never rejects. Another call waits for the same end.
   */
  close(): Promise<void>
}

interface StartNotice {
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly remedy?: string
}

/** Why a bench did not start. Nothing is left open. Both texts are whole sentences for people. */
export interface StartFailure {
  readonly message: string
  readonly remedy: string
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly bench: RunningBench }
  | { readonly kind: 'failed'; readonly failure: StartFailure }

/** Time limit for closing a bench, real milliseconds. */
export const CLOSING_LIMIT_MS = 4_500

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
