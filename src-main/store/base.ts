import type { Connection } from './connection'
import type { CallbackMemory, PaymentMemory } from './memory'
import type { PaymentKey } from '#domain/ids'
import type { Counters, Group } from './group'
import type { ChangeLog } from './changes'
import type { ListIndex } from './index/list-index'

/** What the repositories stand on. */
export interface StoreBase {
  readonly connection: Connection
  readonly group: Group
  readonly counters: Counters
  readonly changes: ChangeLog
  readonly memory: PaymentMemory
  readonly callbackMemory: CallbackMemory
  readonly index: ListIndex
  readonly newId: () => string
}

/** Number of a payment that rows refer to. Throws where there is none: its row comes before what refers to it. */
export function paymentNumber(memory: PaymentMemory, key: PaymentKey): number {
  const seq = memory.numberOf(key)
  if (seq === null) throw new Error(`There is no payment ${key}: insert it before what refers to it`)
  return seq
}

/** Narrows a list of messages to those of a payment; of one that does not exist there are none. */
export const ofPayment = (
  memory: PaymentMemory,
  key: PaymentKey | undefined,
): { readonly payment?: number } =>
  key === undefined ? {} : { payment: memory.numberOf(key) ?? NO_SUCH_PAYMENT }

/** No payment has this number. */
const NO_SUCH_PAYMENT = -1
