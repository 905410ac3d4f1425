import { createStorageSettings } from '#core/retention'
import { createResponseRules, type ResponseRules } from '#merchant/responses/response-rules'
import { annotationHandlers } from './annotations/handlers'
import { createKeptResults, type BenchOptions, type OpenBench, type OpenHandlers } from './bench'
import { createBenchBase, type BenchBase } from './bench-base'
import { messageHandlers } from './callbacks/handlers'
import { clockHandlers, clockView } from './clock/handlers'
import { inThisThread } from '#scenarios/foreign/foreign'
import { createQuickChecks } from './exam/checks/checks'
import { createExamPage } from './exam/page/exam-page'
import { ruleHandlers } from './rules/handlers'
import { NO_OWN_BENCHES } from './own-benches'
import { createPaymentEngine, type PaymentEngine } from './payment-engine'
import { paymentHandlers } from './payments/handlers'
import { createPreviews, type Previews } from './preview/previews'
import { createPulse } from './pulse'
import { createBulkReplays } from './replay/bulk/bulk-replays'
import { replayHandlers } from './replay/handlers'
import { reportHandlers } from './reports/handlers'
import { retryHandlers } from './retries/handlers'
import { createMemoryFiles, createScenarioLibrary } from './scenarios/files/library'
import { createScenarios } from './scenarios/scenarios'
import { searchHandlers } from './search/handlers'
import { benchHandlers } from './settings/handlers'
import { signatureHandlers } from './signature/handlers'
import { trafficHandlers } from './traffic/handlers'
import { toReference } from '#core/self-address'
import { iso } from '#core/views'
import { foldPaymentId } from '#domain/payment/payment'
import { createCaptureApp, createMalformedRecorder } from '#merchant/capture/capture-app'
import { createShop, type Shop } from '#merchant/shop/routes'
import { createPageReportIntake, workbenchOrigins } from '#merchant/shop/page-reports'
import { shopKey } from '#merchant/shop/checkout'
import { createApiRequests } from '#platform/api/requests'
import { createFinishingSearches, createRecorder } from '#platform/exchanges/recorder'
import { createForm } from '#platform/form/server/form-app'
import { createPlatformApp } from '#platform/platform-app'
import type { CustomerFiles } from '#core/sending'
import type { PaymentKey, ProjectId } from '#domain/ids'

/** Assembles the bench. Before `start`, no timer fires and nothing is sent: hosts open listeners first. */
export function createBench(options: BenchOptions): OpenBench {
  const { store, version } = options

  // Bulk replays, checks and the pulse need the base and the engine, which report back to them.
  const base = createBenchBase(options, (event) => {
    if (event?.type === 'bench.reset' && event.projectId === undefined) {
      bulk.forget()
      checks.forget()
      void scenarios.forget()
    }
    pulse.request()
  })
  const engine = createPaymentEngine(base, {
    watch: (deliveries) => ({ attempt: (id, signal) => bulk.watch(deliveries).attempt(id, signal) }),
    onStopped: (callbackId) => bulk.stopped(callbackId),
    onAdvanced: () => pulse.request(),
  })
  const { context, faultRules, selfRequests } = engine
  const bulk = createBulkReplays(context)
  const checks = createQuickChecks(context)
  const settings = createStorageSettings(store)
  const pulse = createPulse(context, settings)

  const responseRules = createResponseRules(base)
  const previews = createPreviews(base)
  const apps = createServedApps(base, engine, { responseRules, previews, files: options.customerFiles })

  const foreign = options.foreign ?? inThisThread
  const library =
    options.scenarios ?? createScenarioLibrary(createMemoryFiles(), new Map(), base.sha256Hex, foreign)
  const results = options.results ?? createKeptResults()
  const ownBenches = options.ownBenches ?? NO_OWN_BENCHES
  const scenarios = createScenarios(context, library, {
    version,
    foreign,
    kept: results.runs,
    ownBenches,
    handlers: () => handlers,
  })

  const exam = createExamPage(base, { host: ownBenches, foreign, version, results })

  const handlers: OpenHandlers = {
    ...benchHandlers(context, { options, settings, duringReset: responseRules.forgetCaptures }),
    ...paymentHandlers(context),
    ...messageHandlers(context),
    ...replayHandlers(context, bulk),
    ...checks.handlers,
    ...retryHandlers(context, bulk),
    ...ruleHandlers(faultRules, responseRules, store),
    ...clockHandlers(context),
    ...signatureHandlers(context),
    ...trafficHandlers(context, { selfRequests, version }),
    ...searchHandlers(context),
    ...reportHandlers(context, version),
    ...annotationHandlers(context),
    'preview.sign': previews.sign,
    'preview.create': previews.create,
    ...scenarios.handlers,
    ...exam.handlers,
  }

  const stop = async (): Promise<void> => {
    const advanceCancelled = context.advancer.cancel()
    await Promise.all([scenarios.close(), exam.close()])
    base.end()
    base.internalErrors.close()
    bulk.close()
    faultRules.close()
    responseRules.close()
    pulse.close()
    await context.scheduler.stop()
    await advanceCancelled
    base.clock.save()
    store.flush()
  }

  return {
    ...apps,
    handlers,
    events: base.events,
    onBug: (error, what = 'A method failed unexpectedly') => base.internalErrors.add(what, error),
    get isReplaying() {
      return bulk.isBusy
    },
    get clock() {
      return clockView(context)
    },
    notify: (notice) => base.notices.add(notice),
    saveClock: () => base.clock.save(),
    get defaultProject() {
      return base.defaultProject()
    },
    start(listening) {
      base.setListening(listening)
      for (const notice of listening.notices) base.notices.add(notice)
      if (base.isReadOnly) return
      const interrupted = store.attempts.interrupted().length
      if (interrupted > 0)
        base.log('info', `${String(interrupted)} interrupted callback attempts are repeated`)
      context.scheduler.start()
      scenarios.recover()
    },
    stop,
    async close() {
      await stop()
      await store.close()
    },
  }
}

/** The platform with its form, and the merchant's capture server with the demo shop. */
function createServedApps(
  base: BenchBase,
  engine: PaymentEngine,
  merchant: {
    readonly responseRules: ResponseRules
    readonly previews: Previews
    readonly files: CustomerFiles
  },
): Pick<OpenBench, 'platform' | 'capture' | 'malformed'> {
  const { store, addresses } = base
  const { selfRequests, context } = engine
  const { paymentService, scheduler } = context
  const { files, responseRules } = merchant

  const reference = (url: string): string => toReference(url, addresses())
  const paymentKeyOf = (projectId: ProjectId, paymentId: string): PaymentKey | null =>
    store.payments.keyByPaymentId(projectId, foldPaymentId(paymentId))

  const searches = createFinishingSearches(base)
  const recorder = createRecorder({ ...base, scheduler, selfRequests, searches })
  const form = createForm({
    ...base,
    paymentService,
    recorder,
    files,
    reference,
    workbenchOrigins: (host) => workbenchOrigins(base.listening()?.workbenchOrigin ?? null, host),
  })
  const requests = createApiRequests({ ...base, paymentService, reference })
  const shop = createDemoShop(base, merchant)
  return {
    platform: createPlatformApp({ ...base, form, recorder, requests, paymentKeyOf }),
    capture: createCaptureApp({ ...base, shop, responseRules, selfRequests, paymentKeyOf }),
    malformed: createMalformedRecorder({ ...base, selfRequests }),
  }
}

function createDemoShop(
  base: BenchBase,
  { previews, files }: { readonly previews: Previews; readonly files: CustomerFiles },
): Shop {
  const { store, crypto, clock, wallNow, changes, projects, defaultProject } = base
  return createShop({
    ...base,
    ...shopKey(() => defaultProject().secret, crypto),
    project: (id) => (id === undefined ? null : projects.byId(id)) ?? defaultProject(),
    orders: store.shopOrders,
    files,
    preview: (id) => previews.get(id),
    reports: createPageReportIntake({
      wallNow,
      publish(preview, reports) {
        const at = { now: iso(clock.now()), wallNow: iso(wallNow()), rate: clock.rate }
        changes.other(() => ({ type: 'preview.reported', preview, clock: at, ...reports }))
      },
    }),
    workbenchOrigin: () => base.listening()?.workbenchOrigin ?? null,
  })
}
