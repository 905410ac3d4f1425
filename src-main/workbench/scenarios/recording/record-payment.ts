import type { Payment } from '../../../domain/payment/payment'
import { DEFAULT_SWITCHES, type Project } from '../../../domain/project/project'
import { BenchError } from '../../../protocol/bench-error'
import { CannotRecord } from '../../../scenarios/recording/facts'
import { recordScenario } from '../../../scenarios/recording/record-scenario'
import type { Store } from '../../../store/store'
import { factsOfPayment } from './payment-facts'

/** The switches that a project has changed. */
function changedSwitches({ switches }: Project): Readonly<Record<string, unknown>> {
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_SWITCHES }
  return Object.fromEntries(
    Object.entries(switches).filter(
      ([name, value]) => JSON.stringify(defaults[name]) !== JSON.stringify(value),
    ),
  )
}

/**
 * What happened to a payment as the text of a scenario.
 * @throws BenchError `wrong_state` where it cannot be repeated
 */
export function recordPayment(store: Store, payment: Payment, project: Project): string {
  const { key, paymentId, status, resultCode } = payment
  try {
    return recordScenario(
      { paymentId, status, code: resultCode, facts: factsOfPayment(store, key) },
      `Recorded: ${paymentId}`,
      changedSwitches(project),
    )
  } catch (error) {
    if (!(error instanceof CannotRecord)) throw error
    throw new BenchError('wrong_state', `This payment cannot be saved as a scenario. ${error.message}`)
  }
}
