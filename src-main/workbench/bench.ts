import type { Foreign } from '#scenarios/foreign/foreign'
import type { ClockView, ListenerView, Notice } from '#protocol/bench'
import type { EventLog } from '#protocol/event-log'
import type { Handlers, SessionMethodName } from '#protocol/methods'
import type { RecentChanges } from '#protocol/recent-changes'
import type { ServedBench } from '#protocol/server'
import type { OpenSession } from '#protocol/sessions'
import type { Project } from '#domain/project/project'
import type { Store, StoreNotice } from '#store/store'
import type { PlatformApp } from '#platform/platform-app'
import type { CaptureApp, MalformedRecorder } from '#merchant/capture/capture-app'
import type { BenchPorts, CustomerFiles, SelfAddresses } from '#core/sending'
import type { ProjectId } from '#domain/ids'
import type { OwnBenches } from './own-benches'
import type { KeptExam } from './exam/page/kept-exam'
import type { KeptRun } from './scenarios/runs/kept-run'
import type { ScenarioLibrary } from './scenarios/files/library'

/** The methods that run on the open session, that is, all except those about sessions. */
export type OpenHandlers = Omit<Handlers, SessionMethodName>

/** The bench over one session: everything that hosts serve over their listeners and connections. */
export interface OpenBench extends Omit<ServedBench, 'handlers' | 'recentChanges'> {
  readonly handlers: OpenHandlers
  readonly platform: PlatformApp
  readonly capture: CaptureApp
  readonly malformed: MalformedRecorder
  /** Whether a bulk replay is active. It would end with the session. */
  readonly isReplaying: boolean
  /** What the virtual clock shows. */
  readonly clock: Pick<ClockView, 'mode' | 'now'>
  /** Shows a notice to the tester until the program ends. A notice replaces the one with the same id. */
  notify(notice: Notice): void
  /** Saves the clock. Call it before the store is copied. */
  saveClock(): void
  /** The default project: created at the first start, or named by the launch options. */
  readonly defaultProject: Project
  /**
   * Starts the bench. Call it once the listeners accept connections: from then on callback targets on our own listener
   * can be resolved, interrupted attempts are repeated, and timers fire (contract 9.3).
   */
  start(listening: Listening): void
  /** Stops timers and deliveries and saves the clock; the store stays open. Attempts in flight are repeated later. */
  stop(): Promise<void>
  /** Stops and closes the store. */
  close(): Promise<void>
}

/** The bench for the hosts. Its listeners and connections stay when another session is opened. */
export interface Bench extends Omit<OpenBench, 'handlers' | 'stop' | 'isReplaying' | 'clock' | 'saveClock'> {
  readonly handlers: Handlers
  readonly recentChanges: RecentChanges
}

export interface Listening {
  readonly addresses: SelfAddresses
  readonly listeners: readonly ListenerView[]
  readonly caPem: string | null
  /** Origin of the page that shows the workbench; null where there is none. */
  readonly workbenchOrigin: string | null
  readonly notices: readonly StoreNotice[]
}

export interface BenchOptions {
  readonly store: Store
  readonly storeNotices: readonly StoreNotice[]
  readonly ports: BenchPorts
  readonly version: string
  readonly host: 'electron' | 'browser' | 'memory'
  readonly customerFiles: CustomerFiles
  /** A project that has to exist: it is created if it does not, and gets this secret if it does. */
  readonly project: { readonly projectId?: ProjectId; readonly secret?: string } | null
  /** The event log to continue, so that event numbers never restart for a client. A new log by default. */
  readonly events?: EventLog
  /** Who changed what last; nobody is known by default. */
  readonly recentChanges?: RecentChanges
  /** Scenario files, the same for every session. By default they are kept in memory. */
  readonly scenarios?: ScenarioLibrary
  /** Results that an earlier bench of this session has left, and the place for new ones. None by default. */
  readonly results?: KeptResults
  /** Reads and compares what strangers wrote; in this thread by default. */
  readonly foreign?: Foreign
  /** Opens benches for exams and runs of scenarios; absent: none is opened. */
  readonly ownBenches?: OwnBenches
  /** Which session the store holds. The tester's own by default. */
  readonly session?: OpenSession
}

/** Results of one session, which outlive its bench while another session is open. */
export interface KeptResults {
  /** The last run of each scenario file. */
  readonly runs: Map<string, KeptRun>
  /** The running or the last exam. */
  exam: KeptExam | null
}

/** Creates the results of a session without any. */
export const createKeptResults = (): KeptResults => ({ runs: new Map(), exam: null })
