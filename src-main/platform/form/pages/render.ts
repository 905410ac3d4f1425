import { assertNever } from '../../../lib/assert-never'
import type { FormPage } from '../../../domain/form/view'
import type { FormUpdate } from '../../../domain/form/wire'
import { renderClarificationPage, renderDetailsPage } from './asked-page'
import { renderChallengePage, renderWaitingPage } from './bank-page'
import { renderCardPage } from './card-page'
import { renderDocument } from './document'
import { html, type Html, jsonForScript } from '../../../lib/html/html'
import { hasShopsButton, stringsOf, titleOf } from './parts'
import { renderExpiredPage, renderResultPage, resultWords } from './result-page'
import { pageTexts, type PageState } from '../../../domain/form/page-state'

/** What a whole page needs besides what it shows. */
export interface PageParts {
  readonly page: FormPage
  readonly rev: string
  /** Path of the form's script. */
  readonly script: string
  /** The form's style sheet; it stands in the page. */
  readonly css: string
  readonly nonce: string
  readonly update: Pick<FormUpdate, 'messages' | 'pollAfterMs' | 'leave'>
}

/** The whole document of a session's page. */
export function renderPage({ page, rev, script, css, nonce, update }: PageParts): string {
  const { frame, view } = page
  const strings = stringsOf(page)
  const state: PageState = {
    base: frame.base,
    mode: frame.mode,
    frameMode: frame.frameMode,
    shopsButton: hasShopsButton(frame),
    texts: pageTexts(strings, frame.language),
    update: { view: view.kind, rev, clock: { now: frame.now, rate: frame.rate }, ...update },
  }
  return renderDocument({
    language: frame.language,
    title: `${documentTitle(page)} · ${frame.shopName}`,
    css,
    theme: frame.theme,
    nonce,
    framed: frame.frameMode !== 'tab',
    popup: frame.frameMode === 'popup',
    main: viewMarkup(page),
    tail: html`<script type="application/json" id="form-state">
        ${jsonForScript(JSON.stringify(state))}
      </script>
      <script src="${script}" async></script>`,
  })
}

/** Inside of `<main id="page">`, for {@link FormUpdate}. */
export function renderView(page: FormPage): string {
  return viewMarkup(page).markup
}

function viewMarkup(page: FormPage): Html {
  const { view } = page
  const strings = stringsOf(page)
  switch (view.kind) {
    case 'card':
      return renderCardPage(page, view, strings)
    case 'details':
      return renderDetailsPage(page, view, strings)
    case 'waiting':
      return renderWaitingPage(page, strings)
    case 'challenge':
      return renderChallengePage(page, view, strings)
    case 'clarification':
      return renderClarificationPage(page, view, strings)
    case 'result':
      return renderResultPage(page, view, strings)
    case 'expired':
      return renderExpiredPage(page, view, strings)
    default:
      return assertNever(view)
  }
}

function documentTitle(page: FormPage): string {
  const strings = stringsOf(page)
  switch (page.view.kind) {
    case 'result':
      return resultWords(page, page.view, strings).title
    case 'expired':
      return strings.expired.title
    default:
      return titleOf(page.frame, strings)
  }
}
