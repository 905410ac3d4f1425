import { BRAND_MARKS, type CardBrand } from '#domain/card/brand'
import { html, type Html } from '#lib/html/html'

/**
 * Simple shapes on a grid of 28 by 18 that suggest a brand at the size of a word. The style sheet sets the line width.
 */
const SHAPES: Readonly<Record<CardBrand, Html>> = {
  visa: html`<path
    stroke="#1d449f"
    d="M5 6l1.7 6L10 6M12.8 6l-1.2 6M17.7 6.4c-1.6-.9-3.3-.3-3.2.9.1 1.3 2.5 1.2 2.5 2.7 0 1.5-2.1 1.9-3.5 1M18 12l3.8-6 1.3 6M19.3 10.4h3.4"
  />`,
  mastercard: html`<circle cx="10.5" cy="9" r="5.5" fill="#de3b30" /><circle
      cx="17.5"
      cy="9"
      r="5.5"
      fill="#f2a33a"
    /><path fill="#ee6d32" d="M14 4.76a5.5 5.5 0 0 1 0 8.48 5.5 5.5 0 0 1 0-8.48" />`,
  maestro: html`<circle cx="10.5" cy="9" r="5.5" fill="#de3b30" /><circle
      cx="17.5"
      cy="9"
      r="5.5"
      fill="#2b8fd0"
    /><path fill="#6c5aa5" d="M14 4.76a5.5 5.5 0 0 1 0 8.48 5.5 5.5 0 0 1 0-8.48" />`,
  amex: html`<rect width="28" height="18" rx="3" fill="#1f6fc0" /><path
      stroke="#fff"
      d="M3.2 12l2.4-6L8 12M4 10.3h3.2M10 12V6l2.3 3.6L14.6 6v6M20 6h-3v6h3M17 9h2.6M21.6 6l3.4 6M25 6l-3.4 6"
    />`,
  mir: html`<path
    stroke="#2f8f46"
    d="M4 12V6l2.5 3.8L9 6v6M12 6v6l4-6v6M19 12V6h3a1.8 1.8 0 0 1 0 3.7h-3"
  />`,
  belcard: html`<path
    stroke="#a43c7e"
    d="M8 6v6h3.3a1.6 1.6 0 0 0 0-3.2H8M8 6h2.8a1.4 1.4 0 0 1 0 2.8M16 6v6M20.5 6L16 9.6M17.6 8.4l3.2 3.6"
  />`,
  troy: html`<path
    stroke="#10868d"
    d="M5.4 5v5.4c0 1.1.6 1.6 1.8 1.6M3.8 7.3h3.2M10 12V7.3M10 9.4c.2-1.4 1-2.1 2.4-2.1M15.9 7.4a2.3 2.3 0 1 0 .1 0M20 7.3l2.2 4.5M24.4 7.3l-2.9 6.1c-.3.6-.8.8-1.5.7"
  />`,
}

/** Renders the mark of a brand. `isNamed`: adds the name for screen readers, for marks without a text beside them. */
export function brandMark(brand: CardBrand, isNamed: boolean): Html {
  const name = isNamed ? html`<span class="sr">${BRAND_MARKS[brand]}</span>` : null
  return html`<svg viewBox="0 0 28 18" aria-hidden="true" focusable="false">${SHAPES[brand]}</svg>${name}`
}
