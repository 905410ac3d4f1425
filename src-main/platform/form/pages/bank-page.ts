import type { FormStrings } from '#domain/form/form-strings'
import type { ChallengeView, FormPage } from '#domain/form/view'
import { html, type Html } from '#lib/html/html'
import { renderBack, renderFoot, renderNotice, renderWithSummary } from './parts'

/** Renders the page that is shown while the platform processes the payment. */
export function renderWaitingPage({ frame }: FormPage, strings: FormStrings): Html {
  return html`<div class="pf-in pf-two">
    ${renderWithSummary(
      frame,
      strings,
      null,
      html`<div class="pf-result waiting" role="status">
          <span class="pf-spin" aria-hidden="true"></span>
          <h1 id="pf-title" tabindex="-1">${strings.waiting.title}</h1>
          <p>${strings.waiting.text}</p>
        </div>
        ${renderNotice(strings)} ${renderBack(frame, strings)} ${renderFoot(strings)}`,
    )}
  </div>`
}

/**
 * Target of the link to the issuer's page. The link is a fallback for merchants' pages that do not open the issuer's
 * page themselves.
 */
const TARGETS = { page: '_self', new_tab: '_blank', parent: '_top' } as const

/** Renders the issuer's page in a frame, or a link to it. */
export function renderChallengePage({ frame }: FormPage, view: ChallengeView, strings: FormStrings): Html {
  const { challenge } = strings
  if (view.place === 'frame') {
    // The bank's page says whose it is and what it asks, so the form adds nothing around it.
    return html`<div class="pf-bank">
      <h1 class="sr" id="pf-title" tabindex="-1">${challenge.title}</h1>
      ${renderNotice(strings)}
      <iframe
        class="acs-frame"
        src="${view.issuerPath}"
        title="${challenge.title}"
        data-issuer="frame"
      ></iframe>
      ${renderBack(frame, strings)}
    </div>`
  }
  return html`<div class="pf-in pf-two">
    ${renderWithSummary(
      frame,
      strings,
      null,
      html`<div>
          <h1 class="pf-h" id="pf-title" tabindex="-1">${challenge.title}</h1>
          <p class="pf-help">${view.place === 'new_tab' ? challenge.inTab : challenge.onPage}</p>
        </div>
        ${renderNotice(strings)}
        <a
          class="pf-pay"
          href="${view.issuerPath}"
          data-issuer="${view.place}"
          target="${TARGETS[view.place]}"
          >${challenge.open}</a
        >
        ${renderBack(frame, strings)} ${renderFoot(strings)}`,
    )}
  </div>`
}
