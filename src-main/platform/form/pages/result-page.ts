import { declineReason } from '#platform/form/strings/index'
import { sumText } from '#domain/form/format'
import type { FormStrings } from '#platform/form/strings/en'
import type { ChallengeView, ExpiredView, FormPage, ResultView } from '#domain/form/view'
import { cardName } from '#domain/card/brand'
import { html, type Html } from '#lib/html/html'
import {
  countdown,
  icon,
  type IconName,
  renderBack,
  renderFoot,
  renderMoment,
  renderNotice,
  renderReturn,
  renderWayOn,
  renderWithSummary,
} from './parts'

/** Also shows a decline after which the customer may try again (contract 7.4, 7.5). */
export function renderResultPage(page: FormPage, view: ResultView, strings: FormStrings): Html {
  const { frame } = page
  const { title, text } = resultWords(page, view, strings)
  const looks = { success: 'success', decline: 'decline', pending: 'clock' } as const
  const facts: readonly (readonly [string, string | Html] | null)[] = [
    view.paymentId === null ? null : [strings.result.payment, view.paymentId],
    [strings.result.date, renderMoment(view.at, frame)],
    view.card === null ? null : [strings.result.card, cardName(view.card)],
    frame.description === '' ? null : [strings.result.purpose, frame.description],
  ]
  return html`<div class="pf-in">
    ${renderVerdict(looks[view.outcome], title, text)}
    <dl class="pf-list">
      ${facts.flatMap((fact) =>
        fact === null
          ? []
          : [
              html`<div>
                <dt>${fact[0]}</dt>
                <dd><bdi>${fact[1]}</bdi></dd>
              </div>`,
            ],
      )}
    </dl>
    ${renderNotice(strings)}
    ${
      view.attempts === null
        ? renderWayOn(frame, view.returnTo, strings)
        : html`${renderRetry(page, view.attempts, strings)}
          ${renderReturn(frame, view.returnTo, strings.form.back, 'pf-back')}`
    }
  </div>`
}

function renderVerdict(
  look: IconName & ('success' | 'decline' | 'clock'),
  title: string,
  text: string,
): Html {
  return html`<div class="pf-result ${look}" role="status">
    ${icon(look)}
    <h1 id="pf-title" tabindex="-1"><bdi>${title}</bdi></h1>
    <p>${text}</p>
  </div>`
}

function renderRetry(
  { frame }: FormPage,
  attempts: { readonly left: number; readonly endsAt: number },
  strings: FormStrings,
): Html {
  return html`<form method="post" action="${frame.base}/retry" data-action="retry">
      <button class="pf-pay" type="submit"><span>${strings.result.tryAgain}</span></button>
      <button class="pf-second" type="button" data-action="give-up">${strings.result.giveUp}</button>
    </form>
    <p class="pf-foot">
      <span>${strings.result.triesLeft(attempts.left)}</span
      ><span>${strings.result.remaining} ${countdown(frame, strings, attempts.endsAt)}</span>
    </p>`
}

export function resultWords(
  { frame }: FormPage,
  view: ResultView,
  strings: FormStrings,
): { readonly title: string; readonly text: string } {
  const { result } = strings
  const { sum: asked, language } = frame
  const sum = asked === null ? '' : sumText(asked, language)
  if (view.outcome === 'pending') {
    return { title: sum === '' ? result.pending : result.pendingSum(sum), text: result.pendingText }
  }
  const failed = view.outcome === 'decline'
  const reason = `${result.reasons[declineReason(view.code)]} ${result.notCharged}`
  const moved = view.moved === null ? sum : sumText(view.moved, language)
  const isPart = asked !== null && view.moved !== null && view.moved.amount < asked.amount
  const ofAll = (text: string): string => (isPart ? `${result.partOf(sum)} ${text}` : text)
  switch (frame.mode) {
    case 'card_verify':
      return failed
        ? { title: result.notVerified, text: reason }
        : { title: result.verified, text: result.verifiedText }
    case 'card_tokenize':
      return failed
        ? { title: result.notSaved, text: reason }
        : { title: result.saved, text: result.savedText }
    case 'payout':
      return failed
        ? { title: result.declined(sum), text: result.reasons[declineReason(view.code)] }
        : { title: result.paidOut(moved), text: ofAll(result.paidOutText) }
    case 'purchase':
      return failed
        ? { title: result.declined(sum), text: reason }
        : { title: result.paid(moved), text: ofAll(result.paidText(frame.shopName)) }
  }
}

/** Shown if the customer did not confirm in time (contract 7.5). */
export function renderExpiredPage({ frame }: FormPage, view: ExpiredView, strings: FormStrings): Html {
  return html`<div class="pf-in">
    ${renderVerdict('clock', strings.expired.title, strings.expired.text)}
    ${renderWayOn(frame, view.returnTo, strings)}
  </div>`
}

/** Shown while the platform processes the payment. */
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

/** The link to the issuer's page is a fallback for merchants' pages that do not open it themselves. */
const TARGETS = { page: '_self', new_tab: '_blank', parent: '_top' } as const

/** The issuer's page in a frame, or a link to it. */
export function renderChallengePage({ frame }: FormPage, view: ChallengeView, strings: FormStrings): Html {
  const { challenge } = strings
  if (view.place === 'frame') {
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
