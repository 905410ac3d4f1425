import { PENDING_CODE } from '#domain/result-code/result-codes'
import type { DecisionEnv } from './commands'
import type { Operation } from './payment'

/** Creates an operation in `processing`. */
export function newOperation(
  { type, sum, requestId }: Pick<Operation, 'type' | 'sum' | 'requestId'>,
  env: Pick<DecisionEnv, 'now' | 'newOperationId'>,
): Operation {
  return {
    id: env.newOperationId(),
    type,
    status: 'processing',
    sum,
    createdAt: env.now,
    updatedAt: env.now,
    requestId,
    code: PENDING_CODE,
    provider: null,
  }
}
