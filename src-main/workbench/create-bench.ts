import type { Notice } from '../protocol/bench'
import { createEventLog } from '../protocol/event-log'
import { foldPaymentId } from '../domain/payment/payment'
import { createResponseRules } from '../merchant/responses/response-rules'
import { answerHandlers } from './answers/handlers'
import { createPlatformApp } from '../platform/platform-app'
import { createFinishingSearches } from '../platform/exchanges/finishing-searches'
import { createRecorder } from '../platform/exchanges/recorder'
import { createApiRequests } from '../platform/api/requests'
import type { BenchOptions, Listening, OpenBench, OpenHandlers } from './bench'
import { createFaultRules } from '../platform/callbacks/fault-rules'
import { faultHandlers } from './faults/handlers'
import { createForm } from '../platform/form/server/create-form'
import { createTokenExpiry } from '../platform/customers/token-expiry'
import { createShop } from '../merchant/shop/create-shop'
import { shopKey } from '../merchant/shop/sign'
import type { Project } from '../domain/project/project'
import { createCaptureApp } from '../merchant/capture/capture-app'
import { createMalformedRecorder } from '../merchant/capture/malformed'
import { createChanges } from '../bench/changes'
import type { ChangeReaders } from '../bench/changes'
import { standingClock } from '../bench/clock/standing-clock'
import { createVirtualClock } from '../bench/clock/virtual-clock'
import type { BenchContext } from './context'
import { benchHandlers, countersOf, storageOf } from './settings/bench'
import { clockHandlers, clockView } from './clock/handlers'
import { messageHandlers } from './callbacks/handlers'
import { paymentHandlers } from './payments/payments'
import { replayHandlers } from './replay/handlers'
import { retryHandlers } from './retries/handlers'
import { signatureHandlers } from './signature/handlers'
import { createNotices } from '../bench/notices'
import { createInternalErrors } from '../bench/internal-errors'
import { acsUrlOf, toReference } from '../bench/self-address'
import { createDeliveries } from '../platform/callbacks/delivery'
import { createHolds } from '../platform/callbacks/holds'
import { createMessageFaults } from '../platform/callbacks/message-faults'
import { createPlatformIds } from '../bench/ids'
import { createLedger } from '../platform/payments/ledger'
import { previewHandlers } from './preview/handlers'
import { iso } from '../bench/views'
import { createPageReportIntake } from '../merchant/shop/page-reports'
import { createPreviews } from './preview/previews'
import { createProjects } from '../bench/projects'
import { createBulkReplays } from './replay/bulk'
import { callbackSummary, exchangeSummary, paymentSummary } from '../bench/views'
import { createStorageSettings } from '../bench/retention'
import { createSelfRequests } from '../bench/self-requests'
import { trafficHandlers } from './traffic/handlers'
import { createAdvancer } from '../platform/scheduler/advance'
import { createScheduler } from '../platform/scheduler/scheduler'
import { searchHandlers } from './search/handlers'

/** Counters, clock and storage are told at most this often, in real time. */
const PULSE_MS = 250
const EVICT_AT_ONCE = 250

/**
 * Puts the bench together over an open store. Nothing fires and nothing is sent before `start`, so that the hosts can
 * open their listeners first.
 */
export function createBench(options: BenchOptions): OpenBench {
  const { store, ports, session = { kind: 'own' } } = options
  const isReadOnly = session.kind === 'imported' && session.mode === 'readOnly'
  const events = options.events ?? createEventLog()
  let listening: Listening | null = null
  const addresses = () => listening?.addresses ?? null

  const notices = createNotices((all) => {
    events.publish({ type: 'notices.changed', notices: [...all] })
  })
  for (const notice of options.storeNotices) notices.add(notice)
  const ownErrors = createInternalErrors({ log: ports.log, notices, wallNow: ports.wallNow })
  const onBug = (message: string, error: unknown): void => {
    ports.log('error', message, error)
    const reason = error instanceof Error ? error.message : String(error)
    notices.add({
      id: 'fault',
      level: 'error',
      message: `${message}: ${reason}`,
      remedy: 'Check that the data folder can be written and has space; Paybench goes on trying.',
    } satisfies Notice)
  }

  const clock = createVirtualClock(
    isReadOnly ? standingClock(store.clock) : store.clock,
    ports.wallNow,
    store.events.latestAt() ?? 0,
  )
  const ids = createPlatformIds(ports.randomHex, ports.wallNow)
  const projects = createProjects({ store, addresses, randomHex: ports.randomHex, now: () => clock.now() })
  const defaultProject = ensureProject(options.project)

  function currentDefault(): Project {
    return projects.byId(defaultProject.projectId) ?? defaultProject
  }

  function ensureProject(wanted: BenchOptions['project']) {
    if (wanted?.projectId === undefined) {
      return (
        projects.all()[0] ?? projects.create(wanted?.secret === undefined ? {} : { secret: wanted.secret })
      )
    }
    const { projectId, secret } = wanted
    const known = projects.byId(projectId)
    if (known === null) {
      return projects.create(secret === undefined ? { projectId } : { projectId, secret })
    }
    // Nothing is written where nothing changes: this has to work over a full disk too.
    return secret === undefined ? known : projects.update(projectId, { secret })
  }

  const readers: ChangeReaders = {
    payment: (key, isNew) => {
      const row = store.payments.row(key)
      return row === null ? null : { type: 'payment.changed', payment: paymentSummary(row), isNew }
    },
    callback: (id, isNew) => {
      const row = store.callbacks.row(id)
      return row === null
        ? null
        : { type: 'callback.changed', callback: callbackSummary(row, addresses()), isNew }
    },
    exchange: (id) => {
      const row = store.exchanges.row(id)
      return row === null ? null : { type: 'exchange.added', exchange: exchangeSummary(row) }
    },
    capture: (id, isNew) => {
      const row = store.exchanges.row(id)
      return row === null
        ? null
        : { type: isNew ? 'capture.added' : 'capture.changed', capture: exchangeSummary(row) }
    },
  }
  const changes = createChanges({
    committed: () => store.committed(),
    readers,
    publish: (event) => {
      if (closed) return
      if (event.type === 'bench.reset') bulk.forget()
      events.publish(event)
      pulse()
    },
    onFailure: onBug,
  })

  const now = (): number => clock.now()
  const { crypto, randomHex } = ports
  const paymentKeyOf = (projectId: number, paymentId: string): string | null =>
    store.payments.byPaymentId(projectId, foldPaymentId(paymentId))?.key ?? null
  const { wallNow } = ports
  const ledger = createLedger({
    ...{ store, projects, ids, crypto, randomHex, wallNow, changes, addresses },
    // A payment that is only looked at stays behind its timers.
    now: isReadOnly ? () => Number.NEGATIVE_INFINITY : now,
  })
  const faultRules = createFaultRules({ store, projects, changes, randomHex })
  const holds = createHolds({ store, changes })
  const ownRequests = createSelfRequests(() => performance.now())
  const mayLeave = createMessageFaults({ store, book: faultRules, holds, ids, addresses, changes })
  const deliveries = createDeliveries({
    store,
    projects,
    send: ports.send,
    book: faultRules,
    holds,
    crypto,
    addresses,
    ownRequests,
    now,
    wallNow: ports.wallNow,
    changes,
    onFailure: onBug,
  })
  const tokenExpiry = createTokenExpiry({ store, projects, ids, crypto, changes, now })
  const scheduler = createScheduler({
    store,
    clock,
    ledger,
    deliveries: {
      // The jobs need the scheduler, which needs them in turn.
      attempt: (id, signal) => bulk.watch(deliveries).attempt(id, signal),
    },
    holds,
    tokenExpiry,
    mayLeave: (callback) => {
      const leaves = mayLeave(callback)
      if (!leaves) bulk.stopped(callback.id)
      return leaves
    },
    onFailure: onBug,
  })
  const advancer = createAdvancer({
    clock,
    scheduler,
    onProgress: () => {
      pulse()
    },
  })
  const context: BenchContext = {
    store,
    ports,
    clock,
    projects,
    ids,
    ledger,
    scheduler,
    advancer,
    holds,
    tokenExpiry,
    changes,
    addresses,
  }
  const responseRules = createResponseRules({ store, changes, addresses, randomHex })
  const bulk = createBulkReplays(context)
  const settings = createStorageSettings(store)
  const reference = (url: string): string => toReference(url, addresses())
  const ending = new AbortController()
  const searches = createFinishingSearches({ store, changes, ending: ending.signal, onFailure: onBug })
  const recorder = createRecorder({ store, ids, scheduler, changes, now, ownRequests, searches })
  const form = createForm({
    store,
    ledger,
    projects,
    ids,
    crypto,
    clock,
    changes,
    recorder,
    files: options.customerFiles,
    addresses,
    reference,
    randomHex,
    sha256Hex: ports.sha256Hex,
    onFailure: onBug,
  })
  const shop = createShop({
    ...shopKey(() => currentDefault().secret, crypto),
    addresses,
    project: currentDefault,
    orders: store.shopOrders,
    preview: (id) => previews.get(id),
    reports: createPageReportIntake({
      wallNow,
      later: (ms, next) => setTimeout(next, ms).unref(),
      publish: (preview, reports) => {
        const at = { now: iso(clock.now()), wallNow: iso(wallNow()), rate: clock.rate }
        changes.other(() => ({ type: 'preview.reported', preview, clock: at, ...reports }))
      },
    }),
    workbenchOrigin: () => listening?.workbenchOrigin ?? null,
    files: options.customerFiles,
    randomHex,
    now,
  })
  const previews = createPreviews({ projects, crypto, addresses, randomHex, now })

  let pulseTimer: NodeJS.Timeout | null = null
  let closed = false

  /** What changes with almost everything is told together, a few times a second. */
  function pulse(): void {
    if (pulseTimer !== null || closed) return
    pulseTimer = setTimeout(() => {
      pulseTimer = null
      if (closed) return
      try {
        store.retention.evictIfNeeded(EVICT_AT_ONCE)
        if (clock.mode === 'scaled') clock.save()
        events.publish({ type: 'clock.changed', clock: clockView(context) })
        events.publish({
          type: 'counters.changed',
          counters: countersOf(context),
          storage: storageOf(context, settings),
        })
      } catch (error) {
        onBug('The counters could not be read', error)
      }
    }, PULSE_MS)
    pulseTimer.unref()
  }

  const handlers: OpenHandlers = {
    ...benchHandlers(context, {
      identity: {
        version: options.version,
        host: options.host,
        node: process.versions.node,
        platform: process.platform,
      },
      settings,
      listening: () => listening,
      notices: () => notices.all,
      defaultProjectId: defaultProject.projectId,
      session,
      alongReset: responseRules.forgetCaptures,
    }),
    ...paymentHandlers(context),
    ...messageHandlers(context),
    ...replayHandlers(context, bulk),
    ...retryHandlers(context, bulk),
    ...faultHandlers(faultRules, store),
    ...clockHandlers(context),
    ...signatureHandlers(context),
    ...trafficHandlers(context, { ownRequests, version: options.version }),
    ...searchHandlers(context),
    ...answerHandlers(responseRules, store),
    ...previewHandlers(previews),
  }

  const stop = async (): Promise<void> => {
    closed = true
    ownErrors.close()
    ending.abort()
    bulk.close()
    faultRules.close()
    responseRules.close()
    if (pulseTimer !== null) clearTimeout(pulseTimer)
    const advanced = advancer.cancel()
    await scheduler.stop()
    await advanced
    clock.save()
    store.flush()
  }

  return {
    handlers,
    events,
    onBug: (error, what = 'A method of the contract failed') => {
      ownErrors.add(what, error)
    },
    platform: createPlatformApp({
      form,
      paymentKeyOf,
      recorder,
      projects,
      ports,
      ids,
      requests: createApiRequests({
        store,
        ledger,
        ids,
        crypto,
        now,
        reference,
        acsUrl: (paymentKey) => acsUrlOf(paymentKey, addresses()),
      }),
    }),
    capture: createCaptureApp({
      store,
      projects,
      ids,
      ports,
      changes,
      now,
      paymentKeyOf,
      shop,
      responseRules,
      ending: ending.signal,
      ownRequests,
      addresses,
    }),
    malformed: createMalformedRecorder({ store, ids, changes, now, ownRequests }),
    get isReplaying() {
      return bulk.isBusy
    },
    get clock() {
      return clockView(context)
    },
    notify(notice) {
      notices.add(notice)
    },
    saveClock() {
      clock.save()
    },
    get defaultProject() {
      return currentDefault()
    },
    start(started) {
      listening = started
      for (const notice of started.notices) notices.add(notice)
      bulk.recall(session)
      if (isReadOnly) return
      const interrupted = store.attempts.interrupted()
      if (interrupted.length > 0) {
        ports.log('info', `${String(interrupted.length)} callbacks that were cut off are sent again`)
      }
      scheduler.start()
    },
    stop,
    async close() {
      await stop()
      store.close()
    },
  }
}
