import type { Connection } from './connection'
import type { PaymentMemory } from './payment-memory'
import type { PaymentKey } from '../domain/ids'
import type { Counters } from './counters'
import type { Group } from './group'
import type { Lists } from './lists/list-rows'
import type { Search } from './search/search'

/** What the repositories stand on. */
export interface StoreBase {
  readonly connection: Connection
  readonly group: Group
  readonly counters: Counters
  readonly search: Search
  readonly memory: PaymentMemory
  readonly lists: Lists
  readonly newId: () => string
}

/** Number of a payment that rows refer to. Throws where there is none: its row comes before what refers to it. */
export function paymentNumber(memory: PaymentMemory, key: PaymentKey): number {
  const seq = memory.numberOf(key)
  if (seq === null) throw new Error(`There is no payment ${key}: insert it before what refers to it`)
  return seq
}
