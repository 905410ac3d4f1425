import type { Connection } from './connection'
import type { CallbackMemory, PaymentMemory } from './memory'
import type { PaymentKey } from '#domain/ids'
import type { Counters, Group } from './group'
import type { ChangeLog } from './changes'
import type { ListIndex } from './index/list-index'

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

/** The number by which other rows refer to a payment. Throws if the payment has no row yet. */
export function paymentNumber(memory: PaymentMemory, key: PaymentKey): number {
  const seq = memory.numberOf(key)
  if (seq === null) throw new Error(`There is no payment ${key}: insert it before rows that refer to it`)
  return seq
}

/** Limits a list of messages to those of a payment; an unknown payment has none. */
export const ofPayment = (
  memory: PaymentMemory,
  key: PaymentKey | undefined,
): { readonly payment?: number } =>
  key === undefined ? {} : { payment: memory.numberOf(key) ?? NO_SUCH_PAYMENT }

const NO_SUCH_PAYMENT = -1
