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
import { hasShopsButton, titleOf } from './parts'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { DATE_LOCALES } from '#domain/form/format'
import type { PageState } from '#domain/form/page-state'

const COUNTED_PROBLEMS = 16

export interface PageParts {
  readonly page: FormPage
  readonly rev: string
  readonly styles: FormStyles
  readonly nonce: string
  readonly update: Pick<FormUpdate, 'messages' | 'pollAfterMs' | 'leave'>
  readonly workbench?: PageState['workbench']
}

/** The complete document of a visit's page. */
export function renderPage({ page, rev, styles, nonce, update, workbench = [] }: PageParts): string {
  const { frame, view } = page
  const strings = FORM_STRINGS[page.frame.language]
  const isFramed = frame.frameMode !== 'tab'
  const { unreachable, busy, shopRefused, shopSilent } = strings.notices
  const state: PageState = {
    base: frame.base,
    mode: frame.mode,
    frameMode: frame.frameMode,
    shopsButton: hasShopsButton(frame),
    workbench,
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
  const strings = FORM_STRINGS[page.frame.language]
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

/** The words of the page's heading, to which the script changes the title as well. */
function documentTitle(page: FormPage): string {
  const { frame, view } = page
  const strings = FORM_STRINGS[page.frame.language]
  switch (view.kind) {
    case 'card':
      return titleOf(frame, strings)
    case 'result':
      return resultWords(page, view, strings).title
    case 'method':
    case 'provider':
      return strings.provider.title(view.name)
    case 'clarification':
      return strings.clarification[view.sent === undefined ? 'title' : 'enterCode']
    default:
      return strings[view.kind].title
  }
}
