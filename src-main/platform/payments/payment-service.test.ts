import { describe, expect, it } from 'vitest'
import { openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import { AVS_PAIR } from '#domain/clarification/catalogue'
import { aRegistration, aSubmission, MINUTE } from '#domain/testing/builders'
import type { Store } from '#store/store'
import { paymentParts } from '#e2e/fixtures/hosts/payment-parts'

const SUCCESS = { kind: 'result', outcome: 'success', code: '0', delayMs: 0, stated: true } as const

/** The service on a store that counts how often the row of a payment is written. */
function countedParts() {
  const memory = openMemoryStore()
  let writes = 0
  const store: Store = {
    ...memory,
    payments: {
      ...memory.payments,
      insert(record) {
        writes += 1
        memory.payments.insert(record)
      },
      update(record) {
        writes += 1
        return memory.payments.update(record)
      },
    },
  }
  const parts = paymentParts(store, (message, error) => {
    throw new Error(message, { cause: error })
  })
  const project = parts.projects.create({ name: 'Shop', callbackUrl: 'http://127.0.0.1:1/callbacks' })
  const { callbacks } = aRegistration()
  const registration = aRegistration({
    plan: [SUCCESS],
    callbacks: { ...callbacks, projectUrl: project.callbackUrl },
  })
  return { ...parts, project, registration, writes: () => writes }
}

const storedEvents = ({ events }: Store): readonly string[] =>
  events.byPayment('pay-1').map(({ type }) => type)

describe('a payment that is decided immediately', () => {
  it('is written once, and its response shows the state before the decision', async () => {
    const { store, paymentService, project, registration, writes } = countedParts()
    const { payment } = paymentService.executeAndSettle(null, registration, project)
    expect(payment?.status).toBe('processing')
    expect(writes()).toBe(1)
    expect(paymentService.byKey('pay-1')?.status).toBe('success')
    expect(store.timers.next()).toBeNull()
    expect(store.callbacks.byPayment('pay-1')).toHaveLength(1)
    await store.close()
  })

  it('has the same events and callbacks as one whose timer fires later', async () => {
    const settled = countedParts()
    settled.paymentService.executeAndSettle(null, settled.registration, settled.project)
    const later = countedParts()
    later.paymentService.execute(null, later.registration, later.project)
    expect(later.paymentService.byKey('pay-1')?.status).toBe('processing')
    expect(later.paymentService.upToDate('pay-1')?.status).toBe('success')
    expect(storedEvents(settled.store)).toEqual(storedEvents(later.store))
    const kinds = ({ callbacks }: Store) =>
      callbacks.byPayment('pay-1').map(({ kind, state }) => ({ kind, state }))
    expect(kinds(settled.store)).toEqual(kinds(later.store))
    await settled.store.close()
    await later.store.close()
  })

  it('waits for a callback that is due first', async () => {
    const { store, clock, paymentService, project, registration } = countedParts()
    clock.set({ mode: 'frozen' })
    const plan = [{ kind: 'clarify', fields: AVS_PAIR } as const, SUCCESS]
    paymentService.executeAndSettle(null, { ...registration, plan }, project)
    expect(paymentService.byKey('pay-1')?.status).toBe('awaiting clarification')
    const start = clock.now()
    clock.set({ now: start + MINUTE })
    const values = { avs_data: { avs_post_code: '10115', avs_street_address: 'Invalidenstr. 1' } }
    paymentService.executeAndSettle('pay-1', aSubmission(values), project)
    expect(store.callbacks.dueBefore('pay-1', clock.now())).toHaveLength(1)
    expect(paymentService.byKey('pay-1')?.status).toBe('processing')
    expect(store.timers.due(clock.now(), 10, new Set()).map(({ dueAt }) => dueAt)).toEqual([start + MINUTE])
    await store.close()
  })
})
