import { isRightToLeft, type FormLanguage } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { html, styleElement, type Html } from '#lib/html/html'
import { icon } from './icons'
import { schemeOf } from './styles'

/** Renders a complete HTML document in the style of the form. The page's policy allows the style element by `nonce`. */
export function renderDocument(parts: {
  readonly language: FormLanguage
  readonly title: string
  /** The prepared style sheet. */
  readonly css: string
  readonly theme: FormTheme
  readonly nonce: string
  readonly framed: boolean
  /** True in a modal window, whose close button covers part of the first line. */
  readonly popup?: boolean
  readonly main: Html
  /** Markup after the page: state and scripts. */
  readonly tail: Html | null
  readonly head?: Html
  /** True for the page of the simulated bank, whose colours fill the window. */
  readonly bank?: boolean
  /** True for a page inside another page that already says that this is a test. */
  readonly quiet?: boolean
}): string {
  const strings = FORM_STRINGS[parts.language]
  const { markup } = html`<html
    lang="${parts.language}"
    dir="${isRightToLeft(parts.language) ? 'rtl' : 'ltr'}"
  >
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="${schemeOf(parts.theme)}" />
      <meta name="robots" content="noindex" />
      <meta name="format-detection" content="telephone=no" />
      <title>${parts.title}</title>
      <link rel="icon" href="data:," />
      ${parts.head ?? null} ${styleElement(parts.css, parts.nonce)}
    </head>
    <body
      class="${[parts.framed ? 'framed' : 'whole', parts.popup === true && parts.framed ? ' popup' : '', parts.bank === true ? ' bank' : ''].join('')}"
    >
      <div class="pf" id="pf">
        ${parts.quiet === true ? null : html`<header class="pf-test">${icon('info')}<span>${strings.testBench}</span></header>`}
        <main id="page" ${parts.quiet === true ? html`aria-label="${parts.title}"` : null}>
          ${parts.main}
        </main>
      </div>
      <p class="sr" id="pf-live" role="status"></p>
      ${parts.tail}
    </body>
  </html>`
  return `<!doctype html>${markup}`
}
