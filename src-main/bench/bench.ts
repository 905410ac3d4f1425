import type { ListenerView } from '../contract/bench'
import type { ServedBench } from '../contract/server'
import type { Project } from '../core/project/project'
import type { Store, StoreNotice } from '../store/store'
import type { PlatformApp } from './api/platform-app'
import type { CaptureApp } from './capture/capture-app'
import type { IrregularRecorder } from './capture/irregular'
import type { BenchPorts, CustomerFiles, OwnAddresses } from './ports'

/** The application: everything that the hosts serve, over whatever listeners and connections they have. */
export interface Bench extends ServedBench {
  readonly platform: PlatformApp
  readonly capture: CaptureApp
  readonly irregular: IrregularRecorder
  /** The project that scripts get: made on the first run, or named by the launch options. */
  readonly defaultProject: Project
  /**
   * To be called once the listeners accept: own callback targets can be resolved now, attempts that were cut off are
   * repeated, timers fire (contract 9.3).
   */
  start(listening: Listening): void
  /** Stops timers and deliveries, writes the clock down and closes the store. What is under way is repeated later. */
  close(): Promise<void>
}

export interface Listening {
  readonly addresses: OwnAddresses
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
}
