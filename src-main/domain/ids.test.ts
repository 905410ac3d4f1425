import { describe, expectTypeOf, it } from 'vitest'
import type { CallbackId, ExchangeId, MessageId, OperationId, PaymentKey, ProjectId } from './ids'

describe('an id', () => {
  it('of one kind does not stand for one of another', () => {
    expectTypeOf<CallbackId>().not.toExtend<PaymentKey>()
    expectTypeOf<PaymentKey>().not.toExtend<CallbackId>()
    expectTypeOf<ExchangeId>().not.toExtend<CallbackId>()
    expectTypeOf<OperationId>().not.toExtend<ProjectId>()
    expectTypeOf<PaymentKey>().not.toExtend<MessageId>()
  })

  it('may be written as plain text or number', () => {
    expectTypeOf<string>().toExtend<PaymentKey>()
    expectTypeOf<number>().toExtend<ProjectId>()
  })
})
