import { returnEffect } from '../opening/return-effect'
import type { ReturnRule } from '../settings'
import { countdownText } from '../strings/countdown'
import { amountText, timeOfDayText } from '../strings/format'
import { FORM_STRINGS } from '../strings'
import type { FormStrings } from '../strings/form-strings'
import type { FormFrame, FormPage } from '../view'
import { html, type Html } from './html'
import { icon } from './icons'

/** The last five minutes of a countdown stand out (contract 7.5). */
const SOON_MS = 5 * 60_000

export function stringsOf(page: FormPage): FormStrings {
  return FORM_STRINGS[page.frame.language]
}

/** Until the customer has confirmed, the shop's own button sends the page: embedded, or the older variant of it (contract 8.9). */
export function hasShopsButton({ frameMode, olderEmbedded }: FormFrame): boolean {
  return frameMode === 'embedded' || olderEmbedded
}

/** Shop, sum, and what is left of the time. */
export function renderTop(frame: FormFrame, strings: FormStrings, time: Html | null): Html {
  const sum =
    frame.sum === null
      ? html`<p class="pf-sum words">${titleOf(frame, strings)}</p>`
      : html`<p class="pf-sum"><bdi dir="ltr">${sumParts(frame)}</bdi></p>`
  return html`<div class="pf-top">
    <div class="pf-who">
      <p class="shopname"><bdi>${frame.shopName}</bdi></p>
      ${sum}
    </div>
    ${time}
  </div>`
}

function sumParts({ sum, language }: FormFrame): Html | null {
  if (sum === null) return null
  return html`${amountText(sum.amount, sum.currency, language)} <small>${sum.currency}</small>`
}

/** What the form is for, in words. */
export function titleOf({ mode }: FormFrame, strings: FormStrings): string {
  switch (mode) {
    case 'purchase':
      return strings.form.payByCard
    case 'card_verify':
      return strings.form.verifyCard
    case 'card_tokenize':
      return strings.form.saveCard
    case 'payout':
      return strings.form.receiveMoney
  }
}

/** A clock that the page's script counts down. `endsAt` in epoch milliseconds on the virtual clock. */
export function renderCountdown(
  frame: FormFrame,
  strings: FormStrings,
  label: string,
  endsAt: number | null,
): Html | null {
  if (endsAt === null) return null
  const left = endsAt - frame.now
  return html`<p class="${left <= SOON_MS ? 'pf-time soon' : 'pf-time'}">
    ${label}<b>${countdown(frame, strings, endsAt)}</b
    ><span class="pf-until">${strings.form.until(timeOfDayText(endsAt))}</span>
  </p>`
}

/** The figure alone. */
export function countdown(frame: FormFrame, strings: FormStrings, endsAt: number): Html {
  const day = strings.form.dayShort
  return html`<time dir="ltr" role="timer" data-ends="${endsAt}" data-day="${day}"
    >${countdownText(endsAt - frame.now, day)}</time
  >`
}

/** The place where all problems are listed when there are several; empty until the script fills it. */
export function renderSummary(
  strings: FormStrings,
  problems: readonly { readonly id: string; readonly label: string; readonly text: string }[],
): Html {
  const shown = problems.length > 1
  return html`<div
    class="pf-summary"
    id="pf-summary"
    role="alert"
    tabindex="-1"
    ${shown ? null : html`hidden`}
  >
    <p><b>${shown ? strings.problemsTitle(problems.length) : ''}</b></p>
    <ul>
      ${(shown ? problems : []).map(({ id, label, text }) => html`<li><a href="#${id}">${label}: ${text}</a></li>`)}
    </ul>
  </div>`
}

/** What cannot be said at one field: the platform is out of reach, the shop said no. */
export function renderNotice(strings: FormStrings): Html {
  return html`<div class="pf-note red" id="pf-notice" role="alert" tabindex="-1" hidden>
    ${icon('error')}
    <p>
      <span></span>
      <button class="pf-link" type="button" data-action="resend" hidden>${strings.notices.retry}</button>
    </p>
  </div>`
}

export function renderFoot(strings: FormStrings): Html {
  return html`<p class="pf-foot">
    <span>${icon('lock')}${strings.privacy}</span><span>${strings.language}</span>
  </p>`
}

export function renderNoScript(strings: FormStrings): Html {
  return html`<noscript
    ><div class="pf-note red">
      ${icon('error')}
      <p>${strings.noScript}</p>
    </div></noscript
  >`
}

/** The button that leaves before the end (contract 7.6); nothing where there is none. */
export function renderBack(frame: FormFrame, strings: FormStrings): Html | null {
  return renderReturn(frame, frame.back, strings.form.back, 'pf-second')
}

/**
 * A return button. It is a link, so that it also works while the script has not come; what a click does instead is in
 * `data-leave`. Addresses that are no web pages give no button.
 */
export function renderReturn(
  frame: FormFrame,
  rule: ReturnRule | null,
  label: string,
  look: 'pf-pay' | 'pf-second',
): Html | null {
  if (rule === null || !/^https?:\/\//i.test(rule.url)) return null
  const effect = returnEffect(rule, frame.frameMode)
  if (effect === 'none') return null
  const leave = typeof effect === 'string' ? effect : effect.how
  const target = leave === 'blank_page' ? '_blank' : leave === 'parent_page' ? '_top' : '_self'
  return html`<a class="${look}" href="${rule.url}" target="${target}" rel="noopener" data-leave="${leave}"
    >${label}</a
  >`
}
