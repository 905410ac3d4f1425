import type { StoreBase } from './base'
import { text } from './columns'
import type { ShopOrderRepository } from './repositories'

/** A demo shop needs no longer memory. */
const KEPT_ORDERS = 5000

export function createShopOrders({ connection, group }: StoreBase): ShopOrderRepository {
  const put = (id: string, data: string): void => {
    const { changes } = connection.run('UPDATE shop_orders SET data = ? WHERE id = ?', data, id)
    if (changes > 0) return
    const { rowId } = connection.run('INSERT INTO shop_orders (id, data) VALUES (?, ?)', id, data)
    connection.run('DELETE FROM shop_orders WHERE seq <= ?', rowId - KEPT_ORDERS)
  }
  return {
    put(id, data) {
      group.enlist(() => {
        put(id, data)
      })
    },
    get(id) {
      const row = connection.get('SELECT data FROM shop_orders WHERE id = ?', id)
      return row === undefined ? null : text(row, 'data')
    },
    list: (limit) =>
      connection
        .all('SELECT data FROM shop_orders ORDER BY seq DESC LIMIT ?', limit)
        .map((row) => text(row, 'data')),
  }
}
