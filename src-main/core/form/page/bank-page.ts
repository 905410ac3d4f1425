import type { FormStrings } from '../strings/form-strings'
import type { ChallengeView, FormPage } from '../view'
import { html, type Html } from './html'
import { renderBack, renderFoot, renderNotice, renderTop } from './parts'

/** The platform works: nothing to do but to wait. */
export function renderWaitingPage({ frame }: FormPage, strings: FormStrings): Html {
  return html`<div class="pf-in">
    ${renderTop(frame, strings, null)}
    <div class="pf-result waiting" role="status">
      <span class="pf-spin" aria-hidden="true"></span>
      <h1 id="pf-title" tabindex="-1">${strings.waiting.title}</h1>
      <p>${strings.waiting.text}</p>
    </div>
    ${renderNotice(strings)} ${renderBack(frame, strings)} ${renderFoot(strings)}
  </div>`
}

/** Where the link to the issuer's page opens it. The merchant's page takes the customer there itself; the link is for those that do not. */
const TARGETS = { page: '_self', new_tab: '_blank', parent: '_top' } as const

/** The page of the card's issuer, in a frame of ours, or a way there. */
export function renderChallengePage({ frame }: FormPage, view: ChallengeView, strings: FormStrings): Html {
  const texts = {
    frame: strings.challenge.inFrame,
    page: strings.challenge.onPage,
    new_tab: strings.challenge.inTab,
    parent: strings.challenge.onPage,
  }
  const issuer =
    view.place === 'frame'
      ? html`<iframe
          class="acs-frame"
          src="${view.issuerPath}"
          title="${strings.challenge.title}"
          data-issuer="frame"
        ></iframe>`
      : html`<a
          class="pf-pay"
          href="${view.issuerPath}"
          data-issuer="${view.place}"
          target="${TARGETS[view.place]}"
          >${strings.challenge.open}</a
        >`
  return html`<div class="pf-in">
    ${renderTop(frame, strings, null)}
    <div>
      <h1 class="pf-h" id="pf-title" tabindex="-1">${strings.challenge.title}</h1>
      <p class="pf-help">${texts[view.place]}</p>
    </div>
    ${renderNotice(strings)} ${issuer} ${renderBack(frame, strings)} ${renderFoot(strings)}
  </div>`
}
