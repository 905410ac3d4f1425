import type { Decision, DecisionEnv, Register } from './commands'
import type { PaymentEvent } from './events'
import type { Operation } from './payment'
import { providerDueAt } from './decide-provider'
import { PENDING_CODE } from '../result-code/result-codes'

/** A new payment: registered, and the provider asked (contract 4.4). The response is an acknowledgement. */
export function decideRegistration(command: Register, env: DecisionEnv): Decision {
  const operation: Operation = {
    id: env.newOperationId(),
    type: command.operation,
    status: 'processing',
    sum: command.sum,
    createdAt: env.now,
    updatedAt: env.now,
    requestId: command.requestId,
    code: PENDING_CODE,
    provider: null,
  }
  const events: PaymentEvent[] = [
    {
      ...command,
      type: 'registered',
      at: env.now,
      projectId: env.project.projectId,
      deadlineAt: env.now + env.project.switches.processingDeadlineMs,
      operation,
    },
    {
      type: 'providerAsked',
      at: env.now,
      operationId: operation.id,
      dueAt: providerDueAt(command.plan, env.now),
    },
  ]
  return { ok: true, events, response: { kind: 'ack', requestId: command.requestId } }
}
