import { type FormSession, newSession, withCurrentNames } from './session'
import type { FormSettings } from '#domain/form/settings'
import type { FormSessionRecord } from '#store/records'
import type { Store } from '#store/store'
import { readStoredJson } from '#core/stored-json'
import type { PaymentKey } from '#domain/ids'

/** The form sessions. They are stored in the data folder, so that an open form continues after a restart of the bench. */
export interface FormSessions {
  open(settings: FormSettings, paymentKey: PaymentKey | null): FormSession
  find(id: string): FormSession | null
  save(session: FormSession): void
}

/**
 * Creates the form sessions.
 * @param options `now`: virtual, epoch milliseconds
 */
export function createFormSessions(options: {
  readonly store: Store
  readonly randomHex: (digits: number) => string
  readonly now: () => number
}): FormSessions {
  const { store, randomHex, now } = options

  const recordOf = (session: FormSession): FormSessionRecord => ({
    id: session.id,
    projectId: session.settings.projectId,
    paymentKey: session.paymentKey,
    state: JSON.stringify(session),
    createdAt: session.openedAt,
    updatedAt: now(),
  })

  return {
    open(settings, paymentKey) {
      const session = newSession({ id: randomHex(32), openedAt: now(), settings, paymentKey })
      store.formSessions.insert(recordOf(session))
      return session
    },
    find(id) {
      const record = store.formSessions.byId(id)
      // Only this file writes states, so the shape is not checked.
      return record === null ? null : (withCurrentNames(readStoredJson(record.state)) as FormSession)
    },
    save(session) {
      store.formSessions.update(recordOf(session))
    },
  }
}
