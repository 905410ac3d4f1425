import { assertNever } from '#lib/error-text'
import type { FormPage } from '#domain/form/view'
import type { FormUpdate } from '#domain/form/wire'
import { type FormStyles, FORM_SCRIPT } from './assets'
import { renderClarificationPage, renderDetailsPage } from './asked-page'
import {
  renderChallengePage,
  renderExpiredPage,
  renderResultPage,
  renderWaitingPage,
  resultWords,
} from './result-page'
import { renderCardPage } from './card-page'
import { renderMethodPage, renderMethodsPage, renderProviderWaitPage } from './method-pages'
import { renderDocument } from './document'
import { html, type Html, jsonElement } from '#lib/html/html'
import { hasShopsButton, stringsOf, titleOf } from './parts'
import { DATE_LOCALES } from '#domain/form/format'
import type { PageState } from '#domain/form/page-state'

const COUNTED_PROBLEMS = 16

export interface PageParts {
  readonly page: FormPage
  readonly rev: string
  readonly styles: FormStyles
  readonly nonce: string
  readonly update: Pick<FormUpdate, 'messages' | 'pollAfterMs' | 'leave'>
}

/** The complete document of a visit's page. */
export function renderPage({ page, rev, styles, nonce, update }: PageParts): string {
  const { frame, view } = page
  const strings = stringsOf(page)
  const isFramed = frame.frameMode !== 'tab'
  const { unreachable, busy, shopRefused, shopSilent } = strings.notices
  const state: PageState = {
    base: frame.base,
    mode: frame.mode,
    frameMode: frame.frameMode,
    shopsButton: hasShopsButton(frame),
    texts: {
      unreachable,
      busy,
      shopRefused,
      shopSilent,
      problems: strings.problems,
      problemTitles: Array.from({ length: COUNTED_PROBLEMS }, (_, index) => strings.problemsTitle(index + 1)),
      cards: strings.cards,
      locale: DATE_LOCALES[frame.language],
    },
    update: { view: view.kind, rev, clock: { now: frame.now, rate: frame.rate }, ...update },
  }
  return renderDocument({
    language: frame.language,
    title: `${documentTitle(page)} · ${frame.shopName}`,
    theme: frame.theme,
    styles,
    nonce,
    framed: isFramed,
    sheet: frame.ways === 'card' ? 'form' : 'methods',
    look: frame.frameMode === 'popup' ? 'popup' : hasShopsButton(frame) ? 'bare' : null,
    accent: frame.accent,
    main: viewMarkup(page),
    tail: html`${jsonElement('form-state', state)} ${FORM_SCRIPT}`,
  })
}

/** The content of `<main id="page">`, for {@link FormUpdate}. */
export function renderView(page: FormPage): string {
  return viewMarkup(page).markup
}

function viewMarkup(page: FormPage): Html {
  const { view } = page
  const strings = stringsOf(page)
  switch (view.kind) {
    case 'methods':
      return renderMethodsPage(page, view, strings)
    case 'method':
      return renderMethodPage(page, view, strings)
    case 'provider':
      return renderProviderWaitPage(page, view, strings)
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
    case 'methods':
      return strings.methods.title
    case 'method':
    case 'provider':
      return strings.provider.title(page.view.name)
    default:
      return titleOf(page.frame, strings)
  }
}
