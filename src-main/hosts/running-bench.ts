import type { CustomerFiles, Log, SelfAddresses } from '#core/sending'
import type { ListenerView, Notice } from '#protocol/bench'
import type { Connection } from '#protocol/connection'
import type { OwnBenches } from '#workbench/own-benches'

export interface BenchHost {
  readonly kind: 'electron' | 'browser'
  readonly version: string
  /** Served by the workbench listener. */
  readonly rendererDirectory: string
  readonly scenariosDirectory: string
  /** The program of the thread that owns the index of lists and search; if absent, this thread owns it. */
  readonly indexProgram?: URL | undefined
  /** The program that works on untrusted data; if absent, this thread does. */
  readonly foreignProgram?: URL | undefined
  /** Throws an Error with a message for the user if a file is missing. */
  readonly readCustomerFiles: () => CustomerFiles
  /** Origin of the page that the host itself shows; null if only the workbench listener serves the page. */
  readonly workbenchOrigin: string | null
  readonly log: Log
  /** Whether callbacks may go to a host (as in `URL.hostname`); if absent, they may go to any. */
  readonly maySendTo?: (host: string) => boolean
  /** Opens benches for exams and scenario runs in the window; absent if the host opens none. */
  readonly ownBenches?: OwnBenches
}

export interface RunningBench {
  readonly ready: ReadyInfo
  /** The authority of the TLS listeners. */
  readonly caPem: string
  /** The secrets of all projects, so that reports can mask them. */
  secrets(): Promise<readonly string[]>
  /** Notices about this start, for the tester; the workbench shows them too. */
  readonly notices: readonly Omit<Notice, 'id'>[]
  notify(notice: Notice): void
  /** Serves the methods of the bench over a connection. Returns the function that stops serving it. */
  connect(connection: Connection): () => void
  /** Logs and counts an uncaught error, and shows the count in the window. */
  onError(what: string, error: unknown): void
  /**
   * Stops accepting connections, finishes or interrupts work in flight, and releases the data folder within
   * {@link CLOSING_LIMIT_MS}. Never rejects. A second call waits for the first.
   */
  close(): Promise<void>
}

/** Everything that the start opened is closed again. Both texts are full sentences for the user. */
export interface StartFailure {
  readonly message: string
  readonly remedy: string
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly bench: RunningBench }
  | { readonly kind: 'failed'; readonly failure: StartFailure }

/** Milliseconds of wall time. */
export const CLOSING_LIMIT_MS = 4_500

/** The ready line, printed once all listeners accept connections. Addresses are full URLs without a trailing slash. */
export interface ReadyInfo extends SelfAddresses {
  readonly version: string
  /** null, like `workbench`, in the desktop host without `--workbench-port`. */
  readonly token: string | null
  /** Addresses for other computers; null if only this computer can reach the listeners. */
  readonly reachableAt: Readonly<Partial<Record<ListenerView['name'], readonly string[]>>> | null
  /** null if everything is in memory. */
  readonly dataDir: string | null
  readonly project: {
    readonly id: number
    readonly secret: string
    readonly callbackUrl: string | null
  }
}

/** The address of the workbench with the token; null if the workbench is not served. */
export function workbenchUrl({ workbench, token }: ReadyInfo): string | null {
  return workbench === null || token === null ? null : openingOf(workbench, token)
}

/** Adds the token to the workbench address, so that it opens the page. */
export function openingOf(workbench: string, token: string): string {
  return `${workbench}/?token=${token}`
}

/** Includes the line end. */
export function readyLine(ready: ReadyInfo): string {
  return `${JSON.stringify({ event: 'ready', ...ready })}\n`
}
