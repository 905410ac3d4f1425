import { createHash } from 'node:crypto'
import { contentPolicy } from '#lib/html/content-policy'
import { html, type Html } from '#lib/html/html'

/** What a window shows where it cannot show the workbench: one message, and what the tester can do. */
export interface Message {
  readonly title: string
  readonly message: string
  /** undefined: there is nothing to do but to wait, which a moving bar shows. */
  readonly remedy?: string | undefined
  /** A link back to a page that works again. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 36rem; padding: 2rem }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  p { margin: 0 0 .75rem; overflow-wrap: anywhere }
  .bar { height: 3px; overflow: hidden; border-radius: 2px; background: color-mix(in srgb, currentColor 15%, transparent) }
  .bar::before { content: ''; display: block; width: 30%; height: 100%; background: currentColor; animation: move 1.4s infinite }
  @keyframes move { from { transform: translateX(-100%) } to { transform: translateX(334%) } }
  @media (prefers-reduced-motion: reduce) { .bar::before { animation-duration: 6s } }
`

const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` }

/** The policy of these pages. It allows the inline style only: even our own files may be what is broken. */
export const MESSAGE_POLICY = contentPolicy({
  'default-src': [],
  'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': [],
})

/** Builds the page of a message. */
export function messagePage({ title, message, remedy, link }: Message): string {
  const isWaiting = remedy === undefined
  const { markup } = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>${title}</title>
      ${STYLE_ELEMENT}
    </head>
    <body>
      <main role="${isWaiting ? 'status' : 'alert'}">
        <h1>${title}</h1>
        <p>${message}</p>
        ${
          isWaiting ? html`<div class="bar"></div>` : html`<p><strong>What you can do:</strong> ${remedy}</p>`
        }
        ${link === undefined ? null : html`<p><a href="${link.href}">${link.label}</a></p>`}
      </main>
    </body>
  </html>`
  return `<!doctype html>${markup}`
}
