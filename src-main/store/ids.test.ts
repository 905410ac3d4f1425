import { expectTypeOf, it } from 'vitest'
import type { CallbackId, PaymentKey } from '#domain/ids'
import type { Params } from '#protocol/methods'
import type { Store } from './store'

it('the store and the methods take no id of another kind', () => {
  expectTypeOf<CallbackId>().not.toExtend<Parameters<Store['payments']['byKey']>[0]>()
  expectTypeOf<PaymentKey>().not.toExtend<Parameters<Store['callbacks']['byId']>[0]>()
  expectTypeOf<CallbackId>().not.toExtend<Params<'payments.get'>['key']>()
  expectTypeOf<CallbackId>().not.toExtend<Params<'exchanges.get'>['id']>()
})
