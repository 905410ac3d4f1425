import { acsUrlOf, toReference } from '#core/self-address'
import { iso } from '#core/views'
import { foldPaymentId } from '#domain/payment/payment'
import { createCaptureApp, createMalformedRecorder } from '#merchant/capture/capture-app'
import type { ResponseRules } from '#merchant/responses/response-rules'
import { createShop, type Shop } from '#merchant/shop/routes'
import { createPageReportIntake } from '#merchant/shop/page-reports'
import { shopKey } from '#merchant/shop/checkout'
import { createApiRequests } from '#platform/api/requests'
import { createFinishingSearches, createRecorder } from '#platform/exchanges/recorder'
import { createForm } from '#platform/form/server/form-app'
import { createPlatformApp } from '#platform/platform-app'
import type { CustomerFiles } from '#core/sending'
import type { OpenBench } from './bench'
import type { BenchBase } from './bench-base'
import type { PaymentEngine } from './payment-engine'
import type { Previews } from './preview/previews'
import type { PaymentKey, ProjectId } from '#domain/ids'

/** What the listeners serve: the platform with its form, and the merchant's capture server with the demo shop. */
export function createServedApps(
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
  const acsUrl = (paymentKey: PaymentKey): string | null => acsUrlOf(paymentKey, addresses())
  const paymentKeyOf = (projectId: ProjectId, paymentId: string): PaymentKey | null =>
    store.payments.keyByPaymentId(projectId, foldPaymentId(paymentId))

  const searches = createFinishingSearches(base)
  const recorder = createRecorder({ ...base, scheduler, selfRequests, searches })
  const form = createForm({ ...base, paymentService, recorder, files, reference })
  const requests = createApiRequests({ ...base, paymentService, reference, acsUrl })
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
  const { store, crypto, clock, wallNow, changes, defaultProject } = base
  return createShop({
    ...base,
    ...shopKey(() => defaultProject().secret, crypto),
    project: defaultProject,
    orders: store.shopOrders,
    files,
    preview: (id) => previews.get(id),
    reports: createPageReportIntake({
      wallNow,
      later: (ms, next) => setTimeout(next, ms).unref(),
      publish(preview, reports) {
        const at = { now: iso(clock.now()), wallNow: iso(wallNow()), rate: clock.rate }
        changes.other(() => ({ type: 'preview.reported', preview, clock: at, ...reports }))
      },
    }),
    workbenchOrigin: () => base.listening()?.workbenchOrigin ?? null,
  })
}
