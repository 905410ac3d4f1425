import { type FormVisit, newVisit, withCurrentNames } from './visit'
import type { FormSettings } from '#domain/form/settings'
import type { FormVisitRecord } from '#store/records'
import type { Store } from '#store/store'
import { readStoredJson } from '#core/stored-json'
import type { PaymentKey } from '#domain/ids'

/** The form visits. They are stored in the data folder, so that an open form continues after a restart of the bench. */
export interface FormVisits {
  open(settings: FormSettings, paymentKey: PaymentKey | null): FormVisit
  find(id: string): FormVisit | null
  save(visit: FormVisit): void
}

/**
 * Creates the form visits.
 * @param options `now`: virtual, epoch milliseconds
 */
export function createFormVisits(options: {
  readonly store: Store
  readonly randomHex: (digits: number) => string
  readonly now: () => number
}): FormVisits {
  const { store, randomHex, now } = options

  const recordOf = (visit: FormVisit): FormVisitRecord => ({
    id: visit.id,
    projectId: visit.settings.projectId,
    paymentKey: visit.paymentKey,
    state: JSON.stringify(visit),
    createdAt: visit.openedAt,
    updatedAt: now(),
  })

  return {
    open(settings, paymentKey) {
      const visit = newVisit({ id: randomHex(32), openedAt: now(), settings, paymentKey })
      store.formVisits.insert(recordOf(visit))
      return visit
    },
    find(id) {
      const record = store.formVisits.byId(id)
      // Only this file writes states, so the shape is not checked.
      return record === null ? null : (withCurrentNames(readStoredJson(record.state)) as FormVisit)
    },
    save(visit) {
      store.formVisits.update(recordOf(visit))
    },
  }
}
