import type { CustomerFiles, Log } from '../bench/ports'
import type { Notice } from '../protocol/bench'
import type { Connection } from '../protocol/connection'
import type { ExamHost } from '../workbench/exam/page/exam-host'
import type { ReadyInfo } from './ready-info'

/** The host that starts a bench. */
export interface BenchHost {
  readonly kind: 'electron' | 'browser'
  readonly version: string
  /** Folder of the built page, which the workbench listener serves. */
  readonly rendererDirectory: string
  /** Folder of the scenarios that come with Paybench. */
  readonly scenariosDirectory: string
  /** The program of the thread that owns the index of lists and search; left out: it works in this thread. */
  readonly indexProgram?: URL | undefined
  /** Reads what the customer's browser loads; throws an error for people where a file is missing. */
  readonly readCustomerFiles: () => CustomerFiles
  /** Origin of the page that the host shows by itself; null: only the workbench listener serves it. */
  readonly workbenchOrigin: string | null
  readonly log: Log
  /** Hosts that callbacks may go to, in the spelling of `URL.hostname`; left out: any. */
  readonly maySendTo?: (host: string) => boolean
  /** Opens benches for the exams of the window; left out: there are none. */
  readonly examHost?: ExamHost
}

/** A bench whose listeners accept. */
export interface RunningBench {
  readonly ready: ReadyInfo
  /** What the tester should know of this start, as the workbench shows it too. */
  readonly notices: readonly StartNotice[]
  /** Shows something in the workbench, like the notices of the start. */
  notify(notice: Notice): void
  /** Serves the contract over a connection; returns the function that ends it. */
  connect(connection: Connection): () => void
  /** Logs and counts an error that nobody caught, and shows the count in the window. */
  onError(what: string, error: unknown): void
  /**
   * Stops accepting, lets what is in flight finish or parks it, and releases the data folder, within
   * {@link CLOSING_LIMIT_MS}. Never rejects; calling it again waits for the same end.
   */
  close(): Promise<void>
}

export interface StartNotice {
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly remedy?: string
}

/** Nothing was left open where it failed. Both texts are whole sentences for people. */
export interface StartFailure {
  readonly message: string
  readonly remedy: string
}

export type StartOutcome =
  | { readonly kind: 'started'; readonly bench: RunningBench }
  | { readonly kind: 'failed'; readonly failure: StartFailure }

/** Real time, milliseconds. */
export const CLOSING_LIMIT_MS = 4_500
