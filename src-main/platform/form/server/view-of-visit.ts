import type { VirtualClock } from '#core/clock/virtual-clock'
import type { FormPage } from '#domain/form/view'
import type { FormUpdate } from '#domain/form/wire'
import type { PaymentEvent } from '#domain/payment/events'
import type { Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import type { Store } from '#store/store'
import type { PaymentService } from '#platform/payments/payment-service'
import { fromEvent } from '#platform/payments/payment-record'
import { presentView } from '#platform/form/visit/present'
import type { SavedCards } from '#platform/form/visit/saved-cards'
import { type FormVisit, visitPath } from '#platform/form/visit/visit'
import { shopNameOf } from '#platform/form/shop-name'

/** The present view of a form visit and the events of its payment. */
export interface VisitView {
  readonly page: FormPage
  readonly payment: Payment | null
  readonly events: readonly PaymentEvent[]
}

export interface VisitViewDependencies {
  readonly store: Store
  readonly paymentService: PaymentService
  readonly savedCards: SavedCards
  readonly clock: VirtualClock
}

export function viewOfVisit(
  { store, paymentService, savedCards, clock }: VisitViewDependencies,
  visit: FormVisit,
  project: Project,
): VisitView {
  const { settings } = visit
  const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
  const time = timeOf(clock)
  const view = presentView({
    visit,
    payment,
    savedCards: savedCards.of(settings, project),
    switches: project.switches,
    now: time.now,
  })
  const { amount, currency } = settings
  const sum = payment?.requested ?? (currency === null ? null : { amount, currency })
  const page: FormPage = {
    frame: {
      base: visitPath(visit),
      language: settings.language,
      mode: settings.mode,
      frameMode: settings.frameMode,
      theme: settings.theme ?? 'light',
      olderEmbedded: settings.olderEmbedded,
      shopName: shopNameOf(project, settings.language),
      sum: sum === null || sum.amount === 0 ? null : sum,
      description: settings.description,
      back: settings.returns.back,
      ...time,
    },
    view,
    problems: [],
  }
  const events =
    payment === null ? [] : store.events.byPayment(payment.key).map(({ data }) => fromEvent(data))
  return { page, payment, events }
}

/** Returns the virtual time and the rate of the clock, for countdowns. */
export function timeOf(clock: VirtualClock): FormUpdate['clock'] {
  return {
    now: clock.now(),
    rate: clock.mode === 'frozen' ? 0 : clock.mode === 'live' ? 1 : clock.rate,
  }
}
