import type { Foreign } from '#scenarios/foreign/foreign'
import type { ClockView, ListenerView, Notice } from '#protocol/bench'
import type { EventLog } from '#protocol/event-log'
import type { Handlers, SessionMethodName } from '#protocol/methods'
import type { RecentChanges } from '#protocol/recent-changes'
import type { ServedBench } from '#protocol/server'
import type { OpenSession } from '#protocol/sessions'
import type { Project } from '#domain/project/project'
import type { Store } from '#store/store'
import type { PlatformApp } from '#platform/platform-app'
import type { CaptureApp, MalformedRecorder } from '#merchant/capture/capture-app'
import type { BenchPorts, CustomerFiles, SelfAddresses } from '#core/sending'
import type { ProjectId } from '#domain/ids'
import type { OwnBenches } from './own-benches'
import type { KeptExam } from './exam/page/kept-exam'
import type { KeptRun } from './scenarios/runs/kept-run'
import type { ScenarioLibrary } from './scenarios/files/library'

/** The methods that run on the open session: all except those about sessions. */
export type OpenHandlers = Omit<Handlers, SessionMethodName>

/** The bench of one session, as the hosts see it. */
export interface OpenBench extends Omit<ServedBench, 'handlers' | 'recentChanges'> {
  readonly handlers: OpenHandlers
  readonly platform: PlatformApp
  readonly capture: CaptureApp
  readonly malformed: MalformedRecorder
  /** Whether a bulk replay is running, which would end with the session. */
  readonly isReplaying: boolean
  readonly clock: Pick<ClockView, 'mode' | 'now'>
  /** Shows a notice to the tester until the program ends. A notice replaces the one with the same id. */
  notify(notice: Notice): void
  saveClock(): void
  /** The project that the launch options name; if they name none, the oldest project. */
  readonly defaultProject: Project
  /**
   * Call it once the listeners accept connections: from then on, callback targets on our own listener can be
   * resolved, interrupted attempts are repeated, and timers fire (contract 9.3).
   */
  start(listening: Listening): void
  /** Stops timers and deliveries, and saves the clock; the store stays open. `start` repeats interrupted attempts. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** The bench for the hosts. Its listeners and connections stay open when another session is opened. */
export interface Bench extends Omit<OpenBench, 'handlers' | 'stop' | 'isReplaying' | 'clock' | 'saveClock'> {
  readonly handlers: Handlers
  readonly recentChanges: RecentChanges
}

export interface Listening {
  readonly addresses: SelfAddresses
  readonly listeners: readonly ListenerView[]
  readonly caPem: string | null
  /** Null if no page shows the workbench. */
  readonly workbenchOrigin: string | null
  readonly notices: readonly Notice[]
}

export interface BenchOptions {
  readonly store: Store
  readonly storeNotices: readonly Notice[]
  readonly ports: BenchPorts
  readonly version: string
  readonly host: 'electron' | 'browser' | 'memory'
  readonly customerFiles: CustomerFiles
  /** The default project: created if it is missing; an existing project gets the given secret, if any. */
  readonly project: { readonly projectId?: ProjectId; readonly secret?: string } | null
  /** The event log to continue, so that event numbers never restart for a client. By default a new log. */
  readonly events?: EventLog
  readonly recentChanges?: RecentChanges
  /** Shared by all sessions; by default in memory. */
  readonly scenarios?: ScenarioLibrary
  /** Results of an earlier bench of this session; new ones are added to them. */
  readonly results?: KeptResults
  /** Reads and compares untrusted data; by default in this thread. */
  readonly foreign?: Foreign
  /** Opens benches for exams and runs of scenarios; if absent, none can be opened. */
  readonly ownBenches?: OwnBenches
  /** Which session the store holds. By default the tester's own. */
  readonly session?: OpenSession
}

/** Results of one session, which outlive its bench while another session is open. */
export interface KeptResults {
  readonly runs: Map<string, KeptRun>
  exam: KeptExam | null
}

export const createKeptResults = (): KeptResults => ({ runs: new Map(), exam: null })
