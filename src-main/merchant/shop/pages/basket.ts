import { type CartLine, sumsOf } from '#merchant/shop/cart'
import { html, type Html } from '#lib/html/html'
import { MAX_QUANTITY } from '#merchant/shop/products'
import { picture } from './icons'
import { layout, money, orderBox, type Visit } from './layout'

/** Builds the page of the basket. */
export function basketPage(visit: Visit): Html {
  const { items, delivery, total } = sumsOf(visit.cart)
  const main =
    visit.cart.length === 0
      ? html`<main class="shop-main single">
          <h1>Your basket</h1>
          <p class="lead">Your basket is empty.</p>
          <p><a class="second" href="/shop">Browse the tableware</a></p>
        </main>`
      : html`<main class="shop-main">
          <div>
            <h1>Your basket</h1>
            <ul class="items">
              ${visit.cart.map(basketLine)}
            </ul>
          </div>
          ${orderBox({
            title: 'Your order',
            sums: [
              { name: 'Items', amount: money(items) },
              { name: 'Delivery', amount: money(delivery) },
            ],
            total: money(total),
            rest: html`<a class="pay" href="/shop/checkout">Go to checkout</a>
              <p class="help">
                A demo shop on your own machine. Its server signs the parameters of the form.
              </p>`,
          })}
        </main>`
  return layout({ title: 'Your basket', visit, main })
}

function basketLine({ product, quantity }: CartLine): Html {
  const { id, name, detail, price } = product
  const counts = Array.from({ length: MAX_QUANTITY }, (_, index) => index + 1)
  return html`<li class="item">
    ${picture(id)}
    <div>
      <h2>${name}</h2>
      <p class="quiet">${detail}</p>
      <form class="quantity" method="post" action="/shop/cart" data-send-on-change>
        <input type="hidden" name="set" value="${id}" />
        <label
          ><span class="hidden-words">Quantity of ${name}</span
          ><select name="quantity">
            ${counts.map((count) => html`<option ${count === quantity ? html`selected` : null}>${count}</option>`)}
          </select></label
        >
        <button class="link" type="submit" data-without-script>Update</button>
        <button class="link" type="submit" name="remove" value="1">
          Remove<span class="hidden-words"> ${name}</span>
        </button>
      </form>
    </div>
    <span class="price">${money(price * quantity)}</span>
  </li>`
}
