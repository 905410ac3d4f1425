import { type FormLanguage, isRightToLeft } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { html, type Html, jsonElement, styleElement } from '#lib/html/html'
import { icon, renderClose, renderTestNote } from './parts'
import { renderVerdict } from './result-page'
import { DEFAULT_SWITCHES } from '#domain/project/project'
import { type FormStyles, FORM_SCRIPT, schemeOf, type StyleSheet } from './assets'
import type { FieldError } from '#domain/api/errors'

/** The page's policy allows the style element by `nonce`. */
export interface PageLook {
  readonly language: FormLanguage
  readonly theme: FormTheme
  readonly styles: FormStyles
  /** The accent of the project; if absent, the default accent. */
  readonly accent?: string
  readonly nonce: string
}

/**
 * A complete document in the style of the form. Browsers that know the link `expect` paint nothing before the end of
 * the page is parsed, so that nothing moves while it loads.
 */
export function renderDocument(
  parts: PageLook & {
    readonly title: string
    readonly framed: boolean
    /** `popup`: in a modal window, whose close button covers part of the first line. `bare`: within the shop's page. */
    readonly look?: 'popup' | 'bare' | null
    readonly main: Html
    readonly tail: Html | null
    readonly head?: Html | null
    readonly sheet?: StyleSheet
    /** True for the page of the simulated bank, whose colours fill the window. */
    readonly bank?: boolean
  },
): string {
  const { framed, look = null, bank = false } = parts
  const classes = [framed ? look : 'whole', bank && 'bank'].filter(Boolean)
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
      <link rel="expect" href="#pf-live" blocking="render" />
      ${parts.head ?? null}
      ${styleElement(
        parts.styles(parts.theme, parts.accent ?? DEFAULT_SWITCHES.accent, parts.sheet),
        parts.nonce,
      )}
    </head>
    <body class="${classes.join(' ')}">
      <div class="pf" id="pf">
        <main id="page" ${bank && framed && html`aria-label="${parts.title}"`}>${parts.main}</main>
      </div>
      <p class="sr" id="pf-live" role="status"></p>
      ${parts.tail}
    </body>
  </html>`
  return `<!doctype html>${markup}`
}

interface ErrorPageParts extends PageLook {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors: readonly Pick<FieldError, 'field' | 'code' | 'message'>[]
  /** Embedded as JSON (contract 7.2). */
  readonly description: unknown
  readonly requestId: string
  readonly framed: boolean
  readonly popup?: boolean
}

/** A refused opening: a sentence for the customer, and collapsed details for the developer (contract 7.2). */
export function renderErrorPage(parts: ErrorPageParts): string {
  const strings = FORM_STRINGS[parts.language]
  const { error } = strings
  const sentences: Readonly<Partial<Record<number, string>>> = error.sentences
  const sentence = sentences[parts.status] ?? error.other
  // The script shows it if there is a previous page; return addresses of a refused opening are not trusted.
  const goBack = html`<button class="pf-pay" type="button" data-action="go-back" hidden>
    ${strings.form.back}
  </button>`
  return renderDocument({
    ...parts,
    title: error.title,
    look: parts.popup === true ? 'popup' : null,
    main: html`<div class="pf-main pf-solo">
      ${renderTestNote(strings)} ${renderVerdict('error', error.title, sentence.split(/(?<=\.) /))}
      ${parts.popup === true ? renderClose(strings) : parts.framed ? null : goBack}
      <section class="pf-dev" aria-labelledby="pf-dev">
        <details>
          <summary>
            <h2 id="pf-dev">${error.forDevelopers}</h2>
            ${icon('down')}
          </summary>
          <p lang="en" dir="ltr">HTTP ${parts.status} · ${parts.code} ${parts.message}</p>
          <ul lang="en" dir="ltr">
            ${parts.errors.map(
              ({ field, code, message }) =>
                html`<li>
                  ${field === '' ? null : html`<code>${field}</code>`}
                  <p>${message} <small>${code}</small></p>
                </li>`,
            )}
          </ul>
          <p lang="en" dir="ltr">
            <small>request_id <code>${parts.requestId}</code></small>
          </p>
        </details>
      </section>
    </div>`,
    // The script informs the embedding page (`epframe.fail_loading`, contract 7.2).
    tail: html`${jsonElement('error-description', parts.description)} ${FORM_SCRIPT}`,
  })
}
