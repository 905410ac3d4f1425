import { expect, it } from 'vitest'
import { newOrder, ordersIn } from './orders'

it('an order of an older version, which calls its callbacks "news", can be read', () => {
  const current = newOrder({
    id: 'order-1',
    createdAt: 5,
    cart: [],
    customerId: 'buyer-5',
    email: 'n@shop.test',
    mode: 'modal',
    method: 'post',
  })
  const { callbacks: _, attempts, ...rest } = current
  const news = [{ at: 7, status: 'success', code: '0', counted: true }]
  const older = {
    ...rest,
    attempts: attempts.map(({ callbackDate: _date, ...attempt }) => ({ ...attempt, toldAt: '2031-04-09' })),
    news,
  }
  const orders = ordersIn({
    put: () => undefined,
    get: () => JSON.stringify(older),
    list: () => [JSON.stringify(current)],
  })
  expect(orders.get('order-1')).toEqual({
    ...current,
    callbacks: news,
    attempts: attempts.map((attempt) => ({ ...attempt, callbackDate: '2031-04-09' })),
  })
  expect(orders.list(1)).toEqual([current])
})
