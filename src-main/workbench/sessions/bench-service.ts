import { inThisThread } from '#scenarios/foreign/foreign'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchError } from '#protocol/connection'
import { createEventLog, type EventLog } from '#protocol/event-log'
import { createRecentChanges } from '#protocol/recent-changes'
import type { OpenSession, SessionProgress } from '#protocol/sessions'
import type { Store } from '#store/store'
import { createKeptResults, type Bench, type BenchOptions } from '#workbench/bench'
import { createBench } from '#workbench/create-bench'
import {
  createFolderFiles,
  createMemoryFiles,
  createScenarioLibrary,
  readShippedFiles,
} from '#workbench/scenarios/files/library'
import { createExports } from './exports'
import { createImports } from './imports'
import {
  createRequestGate,
  createSessionSwitch,
  type RunningSession,
  type SessionSwitch,
} from './session-switch'
import { createOpenHandlers, createSessionHandlers } from './handlers'
import { createSessionLibrary } from './session-library'

const PROGRESS_MS = 200

/**
 * The bench for the tester's own session or an imported one. When another session is opened, listeners and
 * connections stay open, and event numbers continue. While an imported session is open, the tester's own is paused
 * as if Paybench were closed. Every start begins with the tester's own session.
 */
export function createBenchService(
  options: Omit<BenchOptions, 'events' | 'recentChanges' | 'session' | 'scenarios' | 'results'> & {
    readonly shippedScenarios?: string
    /** The program of the thread that owns the index of a session. If absent, this thread owns it. */
    readonly indexProgram?: URL
  },
): Bench {
  const { store: ownStore, ports } = options
  const { directory } = ownStore
  const foreign = options.foreign ?? inThisThread
  const events = createEventLog(() => performance.now())
  const recentChanges = createRecentChanges(events, ports.wallNow)
  /** The folder of a bench without a data folder; created with its first file, removed on close. */
  const scratch = join(tmpdir(), `paybench-${randomUUID()}`)
  const folder = directory ?? scratch
  const library = createSessionLibrary(join(folder, 'sessions'), ports.log, options.indexProgram)

  const scenarios = createScenarioLibrary(
    directory === null ? createMemoryFiles() : createFolderFiles(join(directory, 'scenarios')),
    readShippedFiles(options.shippedScenarios ?? null),
    ports.sha256Hex,
    foreign,
  )

  /** Scenario runs and exam of the tester's own session, kept while another session is open. */
  const ownResults = createKeptResults()

  const make = (
    store: Store,
    session: OpenSession,
    project: BenchOptions['project'] = null,
  ): RunningSession => ({
    bench: createBench({
      ...options,
      store,
      project,
      events,
      recentChanges,
      scenarios,
      session,
      ...(session.kind === 'own' ? { results: ownResults } : {}),
    }),
    store,
    session,
    isOver: false,
  })
  const first = make(ownStore, { kind: 'own' }, options.project)
  /** The default project stays. The launch options set its secret once, not on every return to this session. */
  const { projectId } = first.bench.defaultProject
  const makeOwn = (): RunningSession => make(ownStore, { kind: 'own' }, { projectId })

  const gate = createRequestGate(() => sessions)
  const sessions: SessionSwitch = createSessionSwitch({
    first,
    makeOwn,
    remake: ({ store, session }) => (session.kind === 'own' ? makeOwn() : make(store, session)),
    drained: gate.drained,
    events,
    checkCanEnd: () => {
      if (exports.isRunning) {
        throw new BenchError('conflict', 'This session is being exported. Wait for it, or cancel it first.')
      }
      if (sessions.current.bench.isReplaying) {
        throw new BenchError(
          'conflict',
          'A bulk replay is running in this session and would end with it. Wait for it, or stop it first (replay.cancel).',
        )
      }
    },
    onFailure: (message, error) => ports.log('error', message, error),
  })

  const onListed = (): void => events.publish({ type: 'sessions.listed' })
  const { wallNow } = ports
  const onProgress = createProgress(events)
  const exports = createExports({
    directory: join(folder, 'exports'),
    source: async () => {
      await sessions.settled()
      return sessions.current
    },
    product: options.version,
    wallNow,
    onProgress,
  })
  const imports = createImports({ library, foreign, wallNow, onProgress, onListed })

  return {
    handlers: {
      ...createOpenHandlers(sessions),
      ...createSessionHandlers({ sessions, library, exports, imports, make, makeOwn, onListed, wallNow }),
    },
    events,
    recentChanges,
    onBug: (error, what) => sessions.current.bench.onBug(error, what),
    ...gate.intake,
    notify: (notice) => sessions.current.bench.notify(notice),
    get defaultProject() {
      return sessions.current.bench.defaultProject
    },
    start: sessions.start,
    async close() {
      await imports.cancel()
      await exports.cancel()
      if (sessions.isChanging) await sessions.settled()
      try {
        await sessions.leave()
      } finally {
        await ownStore.close()
        rmSync(scratch, { recursive: true, force: true })
      }
    },
  }
}

/** Publishes the progress of an export or import, at most once every {@link PROGRESS_MS}. */
function createProgress(events: EventLog): (progress: SessionProgress) => void {
  let publishedAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - publishedAt < PROGRESS_MS) return
    publishedAt = now
    events.publish({ type: 'sessions.progress', progress })
  }
}
