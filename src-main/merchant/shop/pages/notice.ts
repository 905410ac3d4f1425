import { html, type Html } from '#lib/html/html'
import { layout, type Visit } from './layout'

/** Builds a page with one message and a link to the shop. */
export function noticePage(visit: Visit, notice: { readonly title: string; readonly text: string }): Html {
  return layout({
    title: notice.title,
    visit,
    main: html`<main class="shop-main single">
      <h1>${notice.title}</h1>
      <p class="lead">${notice.text}</p>
      <p><a class="second" href="/shop">To the shop</a></p>
    </main>`,
  })
}
