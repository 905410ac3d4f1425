import { returnEffect } from '#platform/form/opening/settings-of'
import type { FormLanguage } from '#domain/form/languages'
import type { ReturnRule } from '#domain/form/settings'
import { amountText, momentText, sumText, timeOfDayText } from '#domain/form/format'
import { countdownText } from '#domain/form/countdown'
import { shopMark } from '#domain/project/project'
import type { FormStrings } from '#platform/form/strings/en'
import type { FormFrame } from '#domain/form/view'
import { html, type Html } from '#lib/html/html'

/** A countdown is highlighted when no more time than this is left (contract 7.5). */
const SOON_MS = 5 * 60_000

/** Whether the shop's own button submits the pages: in embedded mode or its older variant (contract 8.9). */
export function hasShopsButton({ frameMode, olderEmbedded }: FormFrame): boolean {
  return frameMode === 'embedded' || olderEmbedded
}

/** A page without a form. */
export const renderSides = (...parts: Parameters<typeof renderWithSummary>): Html =>
  html`<div class="pf-two">${renderWithSummary(...parts)}</div>`

/** Renders shop, amount and order beside or above the content. `isEnd`: nothing more is entered. */
export function renderWithSummary(
  frame: FormFrame,
  strings: FormStrings,
  time: Html | null,
  content: Html,
  isEnd = false,
): Html {
  const isBare = hasShopsButton(frame)
  return html`<div class="pf-side" role="group" aria-label="${strings.form.summary}">
      ${isBare ? null : renderShop(frame, strings)}
      <div class="pf-sums">
        ${isBare || frame.sum === null ? null : sumLine(frame.sum, frame.language)} ${time}
      </div>
      <div class="pf-row">${isBare ? null : renderOrder(frame, strings)} ${renderTestNote(strings)}</div>
      ${isBare ? null : renderLines(frame, strings)}
    </div>
    <div class="pf-main">
      ${content} ${isBare ? renderReturn(frame, frame.back, strings.form.back, 'pf-back') : null}
    </div>
    ${isEnd ? null : html`<p class="pf-foot">${icon('lock')}<span>${strings.privacy}</span></p>`}`
}

/** The note that no money moves. Every page has it once. */
export const renderTestNote = (strings: FormStrings): Html =>
  html`<p class="pf-test">${strings.testBench}</p>`

function renderShop(frame: FormFrame, strings: FormStrings): Html {
  const { shopName } = frame
  return html`<p class="pf-who">
    ${renderReturn(frame, frame.back, strings.form.back, 'pf-exit')}
    <span class="pf-logo" aria-hidden="true">${shopMark(shopName, frame.language)}</span>
    <b><bdi>${shopName}</bdi></b>
  </p>`
}

/** What is paid for; on a page with one column, a button that opens the lines of the order. */
function renderOrder({ description, lines }: FormFrame, strings: FormStrings): Html | null {
  const text = (look: string): Html | null =>
    description === '' ? null : html`<p class="${look}"><bdi>${description}</bdi></p>`
  if (lines.length === 0) return text('pf-desc')
  return html`<button
      class="pf-more"
      type="button"
      data-action="toggle"
      aria-expanded="false"
      aria-controls="pf-lines"
    >
      <bdi>${description === '' ? strings.form.summary : description}</bdi>${icon('down')}</button
    >${text('pf-desc pf-wide')}`
}

function renderLines({ lines, sum, language }: FormFrame, strings: FormStrings): Html | null {
  if (lines.length === 0) return null
  const amount = (minor: number): string => (sum === null ? '' : amountText(minor, sum.currency, language))
  return html`<dl class="pf-lines" id="pf-lines" hidden>
    ${lines.map(
      (line) =>
        html`<div>
          <dt>
            ${line.quantity === null ? null : html`<span>${line.quantity} ×</span> `}<bdi>${line.text}</bdi>
          </dt>
          <dd>${line.amount === null ? '' : html`<bdi dir="ltr">${amount(line.amount)}</bdi>`}</dd>
        </div>`,
    )}
    ${
      sum !== null &&
      html`<div>
        <dt><b>${strings.form.total}</b></dt>
        <dd><b>${sumText(sum, language)}</b></dd>
      </div>`
    }
  </dl>`
}

/** Longer amounts are set in smaller type, so that they fit on one line beside a countdown. */
const LONG_AMOUNT = 10

function sumLine({ amount, currency }: NonNullable<FormFrame['sum']>, language: FormLanguage): Html {
  const figures = amountText(amount, currency, language)
  return html`<p class="${figures.length > LONG_AMOUNT ? 'pf-sum long' : 'pf-sum'}">
    <bdi dir="ltr">${figures}</bdi> <small>${currency}</small>
  </p>`
}

export function titleOf({ mode }: FormFrame, strings: FormStrings): string {
  const { payByCard, verifyCard, saveCard, receiveMoney } = strings.form
  return { purchase: payByCard, card_verify: verifyCard, card_tokenize: saveCard, payout: receiveMoney }[mode]
}

/** The time left, which the page's script counts down to `endsAt` (virtual, epoch milliseconds). */
export function renderCountdown(
  frame: FormFrame,
  strings: FormStrings,
  label: string,
  endsAt: number | null,
): Html | null {
  if (endsAt === null) return null
  const left = endsAt - frame.now
  const [before = '', after = ''] = strings.form.until('\ufffc').split('\ufffc')
  // Hidden until the page's script converts the time of day to the customer's time zone.
  const time = html`<time data-at="${endsAt}" data-show="time">${timeOfDayText(endsAt)}</time>`
  return html`<p class="${left <= SOON_MS ? 'pf-time soon' : 'pf-time'}">
    ${label} <b>${countdown(frame, strings, endsAt)}</b>
    <span class="pf-at">${before}${time}${after}</span>
  </p>`
}

/** A date and time, which the page's script converts to the customer's time zone. */
export function renderMoment(at: number, { language }: FormFrame): Html {
  return html`<time class="pf-at" data-at="${at}" data-show="moment">${momentText(at, language)}</time>`
}

/** The time left, without a label. */
export function countdown(frame: FormFrame, strings: FormStrings, endsAt: number): Html {
  const day = strings.form.dayShort
  return html`<time dir="ltr" role="timer" data-ends="${endsAt}" data-day="${day}"
    >${countdownText(endsAt - frame.now, day)}</time
  >`
}

/** The script lists fields with problems here if any is out of view. The problems are shown only at the fields. */
export function renderSummary(): Html {
  return html`<div class="pf-summary" id="pf-summary" role="alert" tabindex="-1" hidden>
    <p><b></b></p>
    <ul></ul>
  </div>`
}

/** For messages that concern no single field: the platform cannot be reached, or the shop refused the payment. */
export function renderNotice(strings: FormStrings): Html {
  return html`<div class="pf-note" id="pf-notice" role="alert" tabindex="-1" hidden>
    ${icon('error')}
    <p>
      <span></span>
      <button class="pf-link" type="button" data-action="resend" hidden>${strings.notices.retry}</button>
    </p>
  </div>`
}

export function renderNoScript(strings: FormStrings): Html {
  return html`<noscript
    ><div class="pf-note">
      ${icon('error')}
      <p>${strings.noScript}</p>
    </div></noscript
  >`
}

/** A form that the page's script submits, to `action` below the address of the visit. */
export function renderForm(
  { base }: FormFrame,
  action: string,
  content: Html,
  { look = 'pf-two', attributes = null }: { readonly look?: string; readonly attributes?: Html | null } = {},
): Html {
  return html`<form
    class="${look}"
    method="post"
    action="${base}/${action}"
    novalidate
    data-action="${action}"
    aria-labelledby="pf-title"
    ${attributes}
  >
    ${content}
  </form>`
}

/** A search that leaves, of what the selector `found` matches, only what contains the typed text. */
export function renderSearch(label: string, found: string, strings: FormStrings): Html {
  return html`<div class="pf-find">
      ${icon('find')}<input
        type="search"
        data-find="${found}"
        aria-label="${label}"
        placeholder="${label}"
        autocomplete="off"
      />
    </div>
    <p class="pf-help" id="pf-none" role="status" hidden>${strings.methods.none}</p>`
}

/** Leads back to the choice between ways to pay, if there is one. */
export function renderOtherWays({ ways }: FormFrame, strings: FormStrings): Html | null {
  if (ways !== 'choice') return null
  return html`<button class="pf-crumb" type="button" data-action="way" data-way="">
    ${icon('back')}${strings.methods.other}
  </button>`
}

/** A link that works without the script; `data-leave`: what a click does. Null if it is off or has no web address. */
export function renderReturn(
  frame: FormFrame,
  rule: ReturnRule | null,
  label: string,
  look: 'pf-pay' | 'pf-back' | 'pf-exit',
): Html | null {
  if (rule === null || !/^https?:\/\//i.test(rule.url)) return null
  const leave = returnEffect(rule, frame.frameMode)
  if (leave === null) return null
  const target = leave === 'blank_page' ? '_blank' : leave === 'parent_page' ? '_top' : '_self'
  const text = look === 'pf-exit' ? html`${icon('back')}<span class="sr">${label}</span>` : html`${label}`
  return html`<a class="${look}" href="${rule.url}" target="${target}" rel="noopener" data-leave="${leave}"
    >${text}</a
  >`
}

/** The end of a page: a way back to the shop, a button that closes the modal, a hint to close the tab, or nothing. */
export function renderWayOn(frame: FormFrame, rule: ReturnRule | null, strings: FormStrings): Html | null {
  const back = renderReturn(frame, rule, strings.form.back, 'pf-pay')
  if (back !== null) return back
  if (frame.frameMode === 'popup') return renderClose(strings)
  return frame.frameMode === 'tab' ? html`<p class="pf-help center">${strings.form.closePage}</p>` : null
}

export function renderClose(strings: FormStrings): Html {
  return html`<button class="pf-pay" type="button" data-action="close">${strings.form.close}</button>`
}

const SHAPES = {
  info: html`<circle cx="8" cy="8" r="5.75" /><path d="M8 7.5v3.25M8 5.15v.1" />`,
  lock: html`<rect x="3.25" y="7" width="9.5" height="6.25" rx="1" /><path
      d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2"
    />`,
  card: html`<rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" /><path d="M1.75 6.5h12.5" />`,
  bank: html`<path
    d="M2 6.25 8 2.5l6 3.75zM3.5 6.25v5.5M6.5 6.25v5.5M9.5 6.25v5.5M12.5 6.25v5.5M2 13.5h12"
  />`,
  wallet: html`<path d="M2 5.5h11.5v8H2zM11.5 5.5v-2.25H3.25A1.25 1.25 0 0 0 2 4.5v1M11 9.5h.1" />`,
  voucher: html`<path
    d="M2 4h12v2.5a1.5 1.5 0 0 0 0 3V12H2V9.5a1.5 1.5 0 0 0 0-3zM9.5 4v1.25M9.5 7.4v1.2M9.5 10.75V12"
  />`,
  cash: html`<rect x="1.75" y="4" width="12.5" height="8" rx="1" /><circle cx="8" cy="8" r="1.75" /><path
      d="M4 8h.1M11.9 8h.1"
    />`,
  phone: html`<rect x="4.5" y="1.75" width="7" height="12.5" rx="1.5" /><path d="M7.25 11.75h1.5" />`,
  qr: html`<path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.75v1.75M13.5 9.5v4h-4" />`,
  find: html`<circle cx="7" cy="7" r="4.25" /><path d="m10.25 10.25 3.5 3.5" />`,
  down: html`<path d="m4.5 6.25 3.5 3.5 3.5-3.5" />`,
  back: html`<path d="M13 8H3.5M7.5 3.75 3.25 8l4.25 4.25" />`,
  next: html`<path d="m6.25 4.5 3.5 3.5-3.5 3.5" />`,
  alert: html`<path d="M8 3.75v5.5M8 12.1v.1" />`,
  cross: html`<path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />`,
  success: html`<path d="m3.75 8.5 3 3 5.75-6.5" />`,
  error: html`<path d="M8 2.25 14.25 13H1.75z" /><path d="M8 6.5v3M8 11.35v.1" />`,
  clock: html`<circle cx="8" cy="8" r="5.75" /><path d="M8 4.75V8l2.25 1.5" />`,
} as const satisfies Readonly<Record<string, Html>>

export type IconName = keyof typeof SHAPES

/** An icon for use beside a word. Screen readers ignore it. */
export function icon(name: IconName): Html {
  return html`<svg
    class="${name === 'back' || name === 'next' ? 'icon flip' : 'icon'}"
    viewBox="0 0 16 16"
    aria-hidden="true"
    focusable="false"
  >
    ${SHAPES[name]}
  </svg>`
}
