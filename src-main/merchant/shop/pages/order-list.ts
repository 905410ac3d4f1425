import { html, type Html } from '#lib/html/html'
import type { Order } from '#merchant/shop/orders'
import { layout, money, type Visit } from './layout'
import { stateWord, timeText } from './order'

/** Builds the page with the list of orders. */
export function orderListPage(visit: Visit, orders: readonly Order[]): Html {
  return layout({
    title: 'Orders',
    visit,
    main: html`<main class="shop-main single">
      <h1>Orders</h1>
      ${
        orders.length === 0
          ? html`<p class="lead">No orders yet.</p>`
          : html`<ul class="order-list">
              ${orders.map(
                (order) =>
                  html`<li>
                    <a class="link" href="/shop/orders/${order.id}">${order.id}</a>
                    ${stateWord(order)}
                    <time class="quiet">${timeText(order.createdAt)}</time>
                    <span class="price">${money(order.total, order.currency)}</span>
                  </li>`,
              )}
            </ul>`
      }
    </main>`,
  })
}
