import type { ListenerView, Notice } from '../protocol/bench'
import type { ClockView } from '../protocol/clock'
import type { EventLog } from '../protocol/event-log'
import type { Handlers, SessionMethodName } from '../protocol/methods'
import type { ServedBench } from '../protocol/server'
import type { OpenSession } from '../protocol/sessions'
import type { Project } from '../domain/project/project'
import type { Store, StoreNotice } from '../store/store'
import type { PlatformApp } from '../platform/platform-app'
import type { CaptureApp } from '../merchant/capture/capture-app'
import type { MalformedRecorder } from '../merchant/capture/malformed'
import type { BenchPorts, CustomerFiles, SelfAddresses } from '../bench/ports'

/** The methods that one session answers; those about sessions outlive it. */
export type OpenHandlers = Omit<Handlers, SessionMethodName>

/** The application over one session: everything that the hosts serve, over whatever listeners and connections they have. */
export interface OpenBench extends Omit<ServedBench, 'handlers'> {
  readonly handlers: OpenHandlers
  readonly platform: PlatformApp
  readonly capture: CaptureApp
  readonly malformed: MalformedRecorder
  /** Whether a bulk replay is under way, which would end with the session. */
  readonly isReplaying: boolean
  /** What the virtual clock shows. */
  readonly clock: Pick<ClockView, 'mode' | 'now'>
  /** Shows something to the tester until the program ends; one notice an id. */
  notify(notice: Notice): void
  /** Writes the clock down, for whoever copies the store. */
  saveClock(): void
  /** The project that scripts get: made on the first run, or named by the launch options. */
  readonly defaultProject: Project
  /**
   * To be called once the listeners accept: own callback targets can be resolved now, attempts that were cut off are
   * repeated, timers fire (contract 9.3).
   */
  start(listening: Listening): void
  /** Stops timers and deliveries and writes the clock down; the store stays open. What is under way is repeated later. */
  stop(): Promise<void>
  /** Stops and closes the store. */
  close(): Promise<void>
}

/** The application as the hosts hold it: whichever session is open, its listeners and connections stay. */
export interface Bench extends Omit<OpenBench, 'handlers' | 'stop' | 'isReplaying'> {
  readonly handlers: Handlers
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
  /** A project to have, made where it does not exist, its secret set where it does. */
  readonly project: { readonly projectId?: number; readonly secret?: string } | null
  /** Where events go on, so that their numbers never start anew for a client; its own log unless given. */
  readonly events?: EventLog
  /** Which session the store holds; the tester's own unless given. */
  readonly session?: OpenSession
}
