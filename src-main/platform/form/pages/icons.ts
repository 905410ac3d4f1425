import { html, type Html } from '#lib/html/html'

const SHAPES = {
  info: html`<circle cx="8" cy="8" r="5.75" /><path d="M8 7.5v3.25M8 5.15v.1" />`,
  lock: html`<rect x="3.25" y="7" width="9.5" height="6.25" rx="1" /><path
      d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2"
    />`,
  card: html`<rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" /><path d="M1.75 6.5h12.5" />`,
  bank: html`<path
    d="M2 6.25 8 2.5l6 3.75zM3.5 6.25v5.5M6.5 6.25v5.5M9.5 6.25v5.5M12.5 6.25v5.5M2 13.5h12"
  />`,
  down: html`<path d="m4.5 6.25 3.5 3.5 3.5-3.5" />`,
  cross: html`<path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />`,
  question: html`<circle cx="8" cy="8" r="5.75" /><path
      d="M6.4 6.5A1.65 1.65 0 0 1 8 5.1c.95 0 1.65.6 1.65 1.45C9.65 7.9 8 7.8 8 9.1M8 11.05v.1"
    />`,
  success: html`<circle cx="8" cy="8" r="5.75" /><path d="m5.5 8.2 1.75 1.75L10.6 6.4" />`,
  decline: html`<circle cx="8" cy="8" r="5.75" /><path d="m4.1 11.9 7.8-7.8" />`,
  error: html`<path d="M8 2.25 14.25 13H1.75z" /><path d="M8 6.5v3M8 11.35v.1" />`,
  clock: html`<circle cx="8" cy="8" r="5.75" /><path d="M8 4.75V8l2.25 1.5" />`,
} as const satisfies Readonly<Record<string, Html>>

export type IconName = keyof typeof SHAPES

/** Renders an icon for use beside a word. Screen readers ignore it. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    ${SHAPES[name]}
  </svg>`
}
