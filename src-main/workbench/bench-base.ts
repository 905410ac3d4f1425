import { createChanges, type ChangeReaders } from '#core/changes'
import { createVirtualClock, createWallClockWatch, readOnlyClock } from '#core/clock/virtual-clock'
import { createPlatformIds } from '#core/ids'
import { createInternalErrors, createNotices } from '#core/errors'
import type { SelfAddresses } from '#core/sending'
import { createProjects, type Projects } from '#core/projects'
import { callbackSummary, exchangeSummary, paymentSummary } from '#core/views'
import type { Project } from '#domain/project/project'
import { createEventLog } from '#protocol/event-log'
import type { BenchEvent } from '#protocol/events'
import type { Store } from '#store/store'
import type { BenchOptions, Listening } from './bench'
import { errorText } from '#lib/error-text'

/** What all parts of the bench share for one session. */
export type BenchBase = ReturnType<typeof createBenchBase>

/** @param onPublished called with every published event, or with null if rows changed while no client listened */
export function createBenchBase(options: BenchOptions, onPublished: (event: BenchEvent | null) => void) {
  const { store, ports, session = { kind: 'own' } } = options
  const { randomHex, wallNow } = ports
  const isReadOnly = session.kind === 'imported' && session.mode === 'readOnly'
  const events = options.events ?? createEventLog(() => performance.now())
  const ended = new AbortController()
  let listening: Listening | null = null
  const addresses = (): SelfAddresses | null => listening?.addresses ?? null

  const notices = createNotices((all) => events.publish({ type: 'notices.changed', notices: [...all] }))
  for (const notice of options.storeNotices) notices.add(notice)
  const onFailure = (message: string, error: unknown): void => {
    ports.log('error', message, error)
    notices.add({
      id: 'fault',
      level: 'error',
      message: `${message}: ${errorText(error)}`,
      remedy: 'Check that the data folder is writable and has free space. Paybench keeps trying.',
    })
  }

  const clock = createVirtualClock(
    isReadOnly ? readOnlyClock(store.clock) : store.clock,
    wallNow,
    store.events.latestAt() ?? 0,
  )
  const wallClock = createWallClockWatch({ clock, wallNow, notices, ending: ended.signal })
  const now = (): number => clock.now()
  const projects = createProjects({ store, addresses, randomHex, now })
  const initialProject = ensureProject(projects, options.project)

  const changes = createChanges({
    committed: () => store.committed(),
    readers: changeReaders(store, addresses),
    publish: (event) => {
      if (ended.signal.aborted) return
      events.publish(event)
      onPublished(event)
    },
    isWatched: () => events.isWatched,
    skip: () => {
      if (ended.signal.aborted) return
      events.skip()
      onPublished(null)
    },
    onFailure,
  })

  return {
    ...ports,
    ports,
    store,
    session,
    isReadOnly,
    events,
    notices,
    internalErrors: createInternalErrors({ log: ports.log, notices, wallNow }),
    /** Logs a failure of work that will be retried, and shows it to the tester. */
    onFailure,
    clock,
    wallClock,
    /** The virtual time, in epoch milliseconds. */
    now,
    ids: createPlatformIds(randomHex, wallNow),
    projects,
    /** Used unless a call names another project. */
    defaultProject: (): Project => projects.byId(initialProject.projectId) ?? initialProject,
    changes,
    /** Null before the listeners accept connections. */
    listening: (): Listening | null => listening,
    addresses,
    setListening(accepting: Listening): void {
      listening = accepting
    },
    /** Aborted when the bench stops. */
    ending: ended.signal,
    end: (): void => ended.abort(),
  }
}

/** The project that the launch options name. If they name none, the oldest project, or a new one if none exists. */
function ensureProject(projects: Projects, wanted: BenchOptions['project']): Project {
  const { projectId, secret } = wanted ?? {}
  const named = secret === undefined ? {} : { secret }
  if (projectId === undefined) return projects.all()[0] ?? projects.create(named)
  const known = projects.byId(projectId)
  if (known === null) return projects.create({ projectId, ...named })
  // Without a given secret, nothing is written, so Paybench starts even if the disk is full.
  return secret === undefined ? known : projects.update(projectId, { secret })
}

/** Readers that turn changed rows into events. They return null for a row that was removed meanwhile. */
function changeReaders(store: Store, addresses: () => SelfAddresses | null): ChangeReaders {
  return {
    payment(key, isNew) {
      const row = store.payments.row(key)
      return row === null ? null : { type: 'payment.changed', payment: paymentSummary(row), isNew }
    },
    callback(id, isNew) {
      const row = store.callbacks.row(id)
      return row === null
        ? null
        : { type: 'callback.changed', callback: callbackSummary(row, addresses()), isNew }
    },
    exchange(id) {
      const row = store.exchanges.row(id)
      return row === null ? null : { type: 'exchange.added', exchange: exchangeSummary(row) }
    },
    capture(id, isNew) {
      const row = store.exchanges.row(id)
      return row === null
        ? null
        : { type: isNew ? 'capture.added' : 'capture.changed', capture: exchangeSummary(row) }
    },
  }
}
