import type { StoreBase } from './base'
import { deliveryClass, readDelivery } from './callback-row'
import { flag, integer, text } from './columns'
import type { Row } from './connection'
import { CALLBACK_STATES } from './words'

/** Removes messages with what belongs to them: contents, attempts, responses. */
export interface MessageRemoval {
  /** @param row with `seq` and `is_capture` */
  exchange(row: Row): void
  /**
   * The payment keeps its counts of deliveries.
   * @param row with `seq`, `state`, `attempt_count`, `next_n` and `next_attempt_at`
   */
  callback(row: Row): void
}

export function createMessageRemoval({
  connection,
  counters,
  changes,
}: Pick<StoreBase, 'connection' | 'counters' | 'changes'>): MessageRemoval {
  return {
    exchange(row) {
      const seq = integer(row, 'seq')
      const isCapture = flag(row, 'is_capture')
      changes.removed('exchanges', seq)
      connection.run('DELETE FROM exchanges WHERE seq = ?', seq)
      counters.add(isCapture ? 'captures' : 'exchanges', -1)
    },
    callback(row) {
      const seq = integer(row, 'seq')
      changes.removed('callbacks', seq)
      connection.run('DELETE FROM callbacks WHERE seq = ?', seq)
      const state = CALLBACK_STATES.find((word) => word === text(row, 'state'))
      if (state === undefined) return
      counters.add(`callbacks:${state}`, -1)
      if (deliveryClass(readDelivery(row, state)) === 'failed') counters.add('failing', -1)
    },
  }
}
