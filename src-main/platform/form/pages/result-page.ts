import { declineReason } from '#platform/form/strings/index'
import { sumText } from '#domain/form/format'
import type { DeclineReason, FormStrings } from '#platform/form/strings/en'
import type { ChallengeView, ExpiredView, FormFrame, FormPage, ResultView } from '#domain/form/view'
import { cardName } from '#domain/card/brand'
import type { ReturnRule } from '#domain/form/settings'
import { html, type Html } from '#lib/html/html'
import {
  countdown,
  icon,
  renderMoment,
  renderNotice,
  renderReturn,
  renderSides,
  renderTestNote,
  renderWayOn,
} from './parts'

/** The page of a result, also of a decline after which the customer may try again (contract 7.4, 7.5). */
export function renderResultPage(page: FormPage, view: ResultView, strings: FormStrings): Html {
  const { frame } = page
  const { title, text } = resultWords(page, view, strings)
  const facts: readonly (readonly [string, string | Html] | null)[] = [
    view.paymentId === null ? null : [strings.result.payment, view.paymentId],
    [strings.result.date, renderMoment(view.at, frame)],
    view.card === null ? null : [strings.result.card, cardName(view.card)],
    view.method === undefined ? null : [strings.result.method, view.method],
  ]
  return renderEnd(
    frame,
    strings,
    html`${renderVerdict(view.outcome, title, text)} ${renderNotice(strings)}
      ${view.attempts === null ? null : renderRetry(page, view.attempts, view.returnTo, strings)}
      <dl class="pf-list">
        ${facts
          .filter((fact) => fact !== null)
          .map(
            ([title, value]) =>
              html`<div>
                <dt>${title}</dt>
                <dd><bdi>${value}</bdi></dd>
              </div>`,
          )}
      </dl>
      ${view.attempts === null ? renderWayOn(frame, view.returnTo, strings) : null}`,
  )
}

/** The content has a way to leave, so the link beside the name of the shop is left out. */
const renderEnd = (frame: FormFrame, strings: FormStrings, content: Html): Html =>
  renderSides({ ...frame, back: null }, strings, null, content, true)

const OUTCOME_ICONS = { success: 'success', decline: 'cross', pending: 'clock', error: 'alert' } as const

export function renderVerdict(
  outcome: keyof typeof OUTCOME_ICONS,
  title: string,
  text: readonly string[],
): Html {
  return html`<div class="pf-result ${outcome}" role="status">
    <span class="pf-disc">${icon(OUTCOME_ICONS[outcome])}</span>
    <h1 class="pf-h" id="pf-title" tabindex="-1"><bdi>${title}</bdi></h1>
    <p>${text.map((sentence) => html`<span>${sentence}</span> `)}</p>
  </div>`
}

function renderRetry(
  { frame }: FormPage,
  attempts: { readonly left: number; readonly endsAt: number },
  returnTo: ReturnRule | null,
  strings: FormStrings,
): Html {
  return html`<form method="post" action="${frame.base}/retry" data-action="retry">
    <button class="pf-pay" type="submit">
      <span>${frame.ways === 'card' ? strings.result.tryAgain : strings.notices.retry}</span>
    </button>
    <p class="pf-help center">
      ${strings.result.triesLeft(attempts.left)} · ${strings.result.remaining}
      ${countdown(frame, strings, attempts.endsAt)}
    </p>
    <div class="pf-ways">
      <button class="pf-back" type="button" data-action="give-up">${strings.result.giveUp}</button>
      ${renderReturn(frame, returnTo, strings.form.back, 'pf-back')}
    </div>
  </form>`
}

export function resultWords(
  { frame }: FormPage,
  view: ResultView,
  strings: FormStrings,
): { readonly title: string; readonly text: readonly string[] } {
  const { result } = strings
  const { sum: asked, language } = frame
  const sum = asked === null ? '' : sumText(asked, language)
  if (view.outcome === 'pending') {
    return { title: sum === '' ? strings.waiting.title : result.pendingSum(sum), text: [result.pendingText] }
  }
  const moved = view.moved === null ? sum : sumText(view.moved, language)
  const isPart = asked !== null && view.moved !== null && view.moved.amount < asked.amount
  const part = isPart ? [result.partOf(sum)] : []
  const { title, text, refused } = {
    card_verify: {
      title: result.verified,
      text: [result.verifiedText],
      refused: [`${result.notVerified}.`, result.notCharged],
    },
    card_tokenize: {
      title: result.saved,
      text: [result.savedText],
      refused: [`${result.notSaved}.`, result.notCharged],
    },
    payout: {
      title: result.paidOut(moved),
      text: [...part, result.paidOutText],
      refused: [`${result.declined(sum)}.`],
    },
    purchase: {
      title: result.paid(moved),
      text: [...part, result.paidText(frame.shopName)],
      refused: [result.notCharged],
    },
  }[frame.mode]
  if (view.outcome === 'success') return { title, text }
  const { problems, expired } = strings
  const reasons = { ...result.reasons, cardExpired: problems.card_expired, late: expired.title }
  const reason = declineReason(view.code)
  const sentence =
    view.method !== undefined && OF_CARDS.includes(reason) ? result.declinedBy(view.method) : reasons[reason]
  // The reason is a sentence, and a title has no full stop.
  return { title: sentence.replace(/\.$/, ''), text: refused }
}

/** Reasons whose sentences are about a card or its bank. */
const OF_CARDS: readonly DeclineReason[] = [
  'issuer',
  'funds',
  'limit',
  'cardData',
  'cardExpired',
  'threeDSecure',
]

/** Shown if the customer did not confirm in time (contract 7.5). */
export function renderExpiredPage({ frame }: FormPage, view: ExpiredView, strings: FormStrings): Html {
  return renderEnd(
    frame,
    strings,
    html`${renderVerdict('pending', strings.expired.title, strings.expired.text.split(/(?<=\.) /))}
    ${renderWayOn(frame, view.returnTo, strings)}`,
  )
}

/** Shown while the platform processes the payment. */
export function renderWaitingPage({ frame }: FormPage, strings: FormStrings): Html {
  return renderSides(
    { ...frame, back: null },
    strings,
    null,
    html`<div class="pf-result" role="status">
        <span class="pf-spin" aria-hidden="true"></span>
        <h1 class="pf-h" id="pf-title" tabindex="-1">${strings.waiting.title}</h1>
        <p>${strings.waiting.text}</p>
      </div>
      ${renderNotice(strings)}`,
  )
}

/** The link to the issuer's page is a fallback for merchants' pages that do not open it themselves. */
const TARGETS = { page: '_self', new_tab: '_blank', parent: '_top' } as const

/** The issuer's page in a frame, or a link to it. */
export function renderChallengePage({ frame }: FormPage, view: ChallengeView, strings: FormStrings): Html {
  const { challenge } = strings
  if (view.place === 'frame') {
    return html`<div class="pf-bank">
      <h1 class="sr" id="pf-title" tabindex="-1">${challenge.title}</h1>
      ${renderTestNote(strings)} ${renderNotice(strings)}
      <iframe
        class="acs-frame"
        src="${view.issuerPath}"
        title="${challenge.title}"
        data-issuer="frame"
      ></iframe>
      ${renderReturn(frame, frame.back, strings.form.back, 'pf-back')}
    </div>`
  }
  return renderSides(
    frame,
    strings,
    null,
    html`<div>
        <h1 class="pf-h" id="pf-title" tabindex="-1">${challenge.title}</h1>
        <p>${view.place === 'new_tab' ? challenge.inTab : challenge.onPage}</p>
      </div>
      ${renderNotice(strings)}
      <a class="pf-pay" href="${view.issuerPath}" data-issuer="${view.place}" target="${TARGETS[view.place]}"
        >${challenge.open}</a
      >`,
  )
}
