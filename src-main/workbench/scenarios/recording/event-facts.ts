import type { StoredEvent } from '#platform/payments/payment-record'
import { CannotRecord, type Fact } from '#scenarios/recording/facts'

const PROGRESS: Fact = { kind: 'progress' }

type Registered = Extract<StoredEvent, { readonly type: 'registered' }>
type Started = Extract<StoredEvent, { readonly type: 'operationStarted' }>

/**
 * What an event of a payment’s log is to a scenario: something that the tester did, or progress.
 * @param log all events of the payment
 * @param registeredBy the payment that registered a series; null where it is gone
 * @throws CannotRecord for what a scenario cannot repeat
 */
export function factOfEvent(
  event: StoredEvent,
  log: readonly StoredEvent[],
  registeredBy: (series: number) => string | null,
): Fact {
  switch (event.type) {
    case 'registered':
      return factOfRegistration(event, registeredBy)
    case 'clarificationRequested':
      return event.by === 'tester' ? { kind: 'ask', fields: event.fields } : PROGRESS
    case 'operationStarted':
      return event.by === 'tester' ? factOfOperation(event, log) : PROGRESS
    case 'seriesChanged':
      return event.by === 'tester'
        ? { kind: 'by hand', does: 'cancel series', sum: null, held: false }
        : PROGRESS
    case 'operationFinished':
      return event.by === 'tester'
        ? { kind: 'complete', outcome: event.status, code: event.code, message: event.message ?? null }
        : PROGRESS
    case 'waitEnded':
      return event.cause === 'tester' ? { kind: 'by hand', does: 'expire', sum: null, held: false } : PROGRESS
    default:
      return PROGRESS
  }
}

function factOfRegistration(event: Registered, registeredBy: (series: number) => string | null): Fact {
  const { origin, sum, debitOf, plan, operation, account, customer, description, series } = event
  if (debitOf?.isScheduled === true)
    throw new CannotRecord(
      'The platform made it when its series was due: save the payment that registered the series.',
    )
  if (origin !== 'workbench') return PROGRESS
  if (debitOf !== undefined) {
    const first = registeredBy(debitOf.id)
    if (first === null) throw new CannotRecord('The payment that registered its series is gone.')
    return { kind: 'charge', registeredBy: first, sum, held: plan.length === 0 }
  }
  if (operation.type !== 'sale' && operation.type !== 'auth')
    throw new CannotRecord(`It was made by hand as a ${operation.type}, for which there is no step.`)
  return {
    kind: 'create',
    sum,
    description,
    operation: operation.type,
    customer: customer.id,
    card: account?.number ?? null,
    outcome: plan.length === 0 ? 'hold' : 'card',
    series: series === undefined ? null : (series.type ?? 'U'),
  }
}

function factOfOperation({ operation }: Started, log: readonly StoredEvent[]): Fact {
  const { id, type, sum } = operation
  const does = type === 'reversal' ? 'refund' : type
  if (does !== 'capture' && does !== 'cancel' && does !== 'refund')
    throw new CannotRecord(`The tester began a ${type}, for which a scenario has no step.`)
  const asked = log.find((event) => event.type === 'providerAsked' && event.operationId === id)
  return { kind: 'by hand', does, sum, held: asked?.type === 'providerAsked' && asked.dueAt === null }
}
