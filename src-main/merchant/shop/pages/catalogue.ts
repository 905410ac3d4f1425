import { html, type Html } from '#lib/html/html'
import { type Product, PRODUCTS } from '#merchant/shop/products'
import { picture } from './icons'
import { layout, money, type Visit } from './layout'

/** Builds the page with all products. */
export function cataloguePage(visit: Visit): Html {
  return layout({
    title: 'Tableware',
    visit,
    main: html`<main class="shop-main single">
      <h1>Tableware</h1>
      <ul class="products">
        ${PRODUCTS.map(productCard)}
      </ul>
    </main>`,
  })
}

function productCard({ id, name, detail, price }: Product): Html {
  return html`<li>
    ${picture(id)}
    <h2>${name}</h2>
    <p class="quiet">${detail}</p>
    <form method="post" action="/shop/cart">
      <span class="price">${money(price)}</span>
      <input type="hidden" name="add" value="${id}" />
      <button class="second" type="submit">
        Add<span class="hidden-words"> ${name} to the basket</span>
      </button>
    </form>
  </li>`
}
