import { html, type Html } from './html'

/** Renders a report as one HTML file without scripts or external resources. `style` is CSS of our own; it is not escaped. */
export function reportPage(options: {
  readonly title: string
  readonly style: string
  readonly body: Html
}): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${options.title}</title>
        <style>
          ${{ markup: options.style }}
        </style>
      </head>
      <body>
        ${options.body}
      </body>
    </html>`
  return `${page.markup}\n`
}
