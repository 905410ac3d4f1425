import { createHash } from 'node:crypto'
import { contentPolicy } from '../../lib/html/content-policy'
import { html, type Html } from '../../lib/html/html'
import type { StartFailure } from '../running-bench'
import { errorText } from '../../lib/error-text'

/** Describes an unexpected error that prevented the start. */
export function unexpectedFailure(error: unknown): StartFailure {
  return {
    message: errorText(error),
    remedy:
      'Close Paybench and start it again. If it happens again, start it from a terminal and look at its output.',
  }
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { max-width: 36rem; padding: 2rem }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  p { margin: 0 0 .75rem; overflow-wrap: anywhere }
`

const STYLE_ELEMENT: Html = { markup: `<style>${STYLE}</style>` }

/** The policy of the failure page. It allows the inline style only: even our own files may be what is broken. */
export const FAILURE_POLICY = contentPolicy({
  'default-src': [],
  'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
  'base-uri': [],
  'form-action': [],
  'frame-ancestors': [],
})

/** Builds the page that the window shows when the bench could not start. */
export function failurePage({ message, remedy }: StartFailure): string {
  const { markup } = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Paybench could not start</title>
      ${STYLE_ELEMENT}
    </head>
    <body>
      <main role="alert">
        <h1>Paybench could not start</h1>
        <p>${message}</p>
        <p><strong>What you can do:</strong> ${remedy}</p>
      </main>
    </body>
  </html>`
  return `<!doctype html>${markup}`
}
