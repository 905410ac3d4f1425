import type { Decision, DecisionEnv, Register } from './commands'
import type { PaymentEvent } from './events'
import { askProvider } from './decide-provider'
import { newOperation } from './new-operation'

/** A new payment: registered, and the provider asked (contract 4.4). The response is an acknowledgement. */
export function decideRegistration(command: Register, env: DecisionEnv): Decision {
  const { sum, requestId } = command
  const operation = newOperation({ type: command.operation, sum, requestId }, env)
  const events: PaymentEvent[] = [
    {
      ...command,
      type: 'registered',
      at: env.now,
      projectId: env.project.projectId,
      deadlineAt: env.now + env.project.switches.processingDeadlineMs,
      operation,
    },
    askProvider(operation.id, command.plan, env),
  ]
  return { ok: true, events, response: { kind: 'ack', requestId } }
}
