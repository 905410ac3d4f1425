import { CARD, type MethodMark } from '#domain/form/ways-to-pay'
import { sumText } from '#domain/form/format'
import type { FormPage, MethodsView, MethodView, ProviderView } from '#domain/form/view'
import { cardName } from '#domain/card/brand'
import type { FormStrings } from '#platform/form/strings/en'
import { html, type Html } from '#lib/html/html'
import { renderSubmit } from './card-page'
import { askedFields, fullWidths, inAskedOrder, renderAskedField } from './input'
import { qrSvg } from './qr-code'
import {
  hasShopsButton,
  icon,
  type IconName,
  renderCountdown,
  renderNoScript,
  renderNotice,
  renderOtherWays,
  renderSummary,
  renderWithSummary,
} from './parts'

/** From this number of ways to pay on, the page has a search. */
const SEARCHED = 9

const ICONS = {
  card: 'card',
  bank: 'bank',
  wallet: 'wallet',
  voucher: 'voucher',
} as const satisfies Readonly<Record<typeof CARD | MethodMark, IconName>>

/** The choice between ways to pay: saved cards, cards, then the methods by kind (contract 16.11). */
export function renderMethodsPage({ frame }: FormPage, view: MethodsView, strings: FormStrings): Html {
  const { methods: words } = strings
  const count = view.methods.length + (view.card ? 1 : 0)
  const group = (mark: keyof typeof ICONS, tiles: readonly Html[]): Html | null =>
    tiles.length === 0
      ? null
      : html`<section class="pf-kind" aria-labelledby="k-${mark}">
          <h2 id="k-${mark}">${words.groups[mark]}</h2>
          <ul>
            ${tiles.map((tile) => html`<li>${tile}</li>`)}
          </ul>
        </section>`
  const ofMark = (mark: MethodMark): readonly Html[] =>
    view.methods
      .filter((method) => method.mark === mark)
      .map(({ path, name, step }) => renderTile(mark, path, name, step === 'none' ? '' : words.steps[step]))
  const cards = [
    ...view.savedCards.map((card) =>
      renderTile(CARD, CARD, cardName(card), strings.form.validUntil(expiryOf(card)), card.id),
    ),
    renderTile(CARD, CARD, words.newCard, words.cardText),
  ]
  return html`<div class="pf-two">
    ${renderWithSummary(
      frame,
      strings,
      renderCountdown(frame, strings, strings.form.payWithin, view.confirmBefore),
      html`<h1 class="pf-h" id="pf-title" tabindex="-1">${words.title}</h1>
        ${renderNoScript(strings)} ${renderNotice(strings)}
        ${
          view.unknown === null
            ? null
            : html`<div class="pf-note pf-unknown" role="status">
                ${icon('info')}
                <p>${words.unknown(view.unknown)}</p>
              </div>`
        }
        ${
          count < SEARCHED
            ? null
            : html`<input
                  class="pf-find"
                  type="search"
                  data-find=".pf-tile"
                  aria-label="${words.find(count)}"
                  placeholder="${words.find(count)}"
                  autocomplete="off"
                />
                <p class="pf-help" id="pf-none" role="status" hidden>${words.none}</p>`
        }
        ${view.card ? group(CARD, cards) : null} ${group('bank', ofMark('bank'))}
        ${group('wallet', ofMark('wallet'))} ${group('voucher', ofMark('voucher'))}`,
    )}
  </div>`
}

function expiryOf({ month, year }: MethodsView['savedCards'][number]): string {
  return `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`
}

/** The script sends the choice. */
function renderTile(
  mark: keyof typeof ICONS,
  way: string,
  name: string,
  text: string,
  card: number | null = null,
): Html {
  return html`<button
    class="pf-tile"
    type="button"
    data-action="way"
    data-way="${way}"
    ${card === null ? null : html`data-card="${card}"`}
  >
    ${wayMark(mark)}<span
      ><b><bdi>${name}</bdi></b
      >${text === '' ? null : html`<small>${text}</small>`}</span
    >
  </button>`
}

const wayMark = (mark: keyof typeof ICONS): Html => html`<span class="pf-way">${icon(ICONS[mark])}</span>`

/** A method's page before the payment (contract 16.11). */
export function renderMethodPage(page: FormPage, view: MethodView, strings: FormStrings): Html {
  const { frame } = page
  const values = inAskedOrder(view.fields)
  const fields = askedFields(
    values.map(({ path }) => path),
    strings,
  )
  const widths = fullWidths(fields)
  const sum = frame.sum === null ? '' : sumText(frame.sum, frame.language)
  return html`<form
    class="pf-two"
    method="post"
    action="${frame.base}/confirm"
    novalidate
    data-action="confirm"
    data-method="${view.path}"
    data-method-name="${view.name}"
    data-method-code="${view.code}"
    aria-labelledby="pf-title"
  >
    ${renderWithSummary(
      frame,
      strings,
      renderCountdown(frame, strings, strings.form.payWithin, view.confirmBefore),
      html`${renderOtherWays(frame, strings)}
        <div>
          <h1 class="pf-h" id="pf-title" tabindex="-1">${strings.provider.title(view.name)}</h1>
          ${view.step === 'none' ? null : html`<p>${strings.methods.next[view.step]}</p>`}
        </div>
        ${renderNoScript(strings)} ${renderNotice(strings)} ${renderSummary()}
        ${
          fields.length === 0
            ? null
            : html`<div class="pf-grid">
                ${fields.map((field, index) =>
                  renderAskedField(page, field, strings, {
                    ...values.find(({ path }) => path === field.path),
                    isHalf: widths[index] === false,
                  }),
                )}
              </div>`
        }
        ${hasShopsButton(frame) ? null : renderSubmit(strings.form.pay(sum))}`,
    )}
  </form>`
}

/** Shown while the customer pays at the provider (contract 16.11). */
export function renderProviderWaitPage({ frame }: FormPage, view: ProviderView, strings: FormStrings): Html {
  const { methods: words } = strings
  const target = view.place === 'page' ? '_self' : '_blank'
  const link = (label: string, look: 'pf-pay' | 'pf-second'): Html =>
    html`<a
      class="${look}"
      href="${view.path}"
      target="${target}"
      rel="noopener"
      ${view.place === 'page' ? html`data-issuer="page"` : null}
      >${label}</a
    >`
  const decide = (outcome: 'paid' | 'cancelled', label: string, look: 'pf-pay' | 'pf-back'): Html =>
    html`<button class="${look}" type="button" data-action="provider" data-outcome="${outcome}">
      ${label}
    </button>`
  const lines =
    view.lines.length === 0
      ? null
      : html`<dl class="pf-list">
          ${view.lines.map(
            ({ title, data }) =>
              html`<div>
                <dt><bdi>${readable(title)}</bdi></dt>
                <dd class="pf-copied">
                  <bdi>${data}</bdi>
                  <button
                    class="pf-link"
                    type="button"
                    data-action="copy"
                    data-copy="${data}"
                    data-copied="${words.copied}"
                    aria-label="${words.copy}: ${readable(title)}"
                  >
                    ${words.copy}
                  </button>
                </dd>
              </div>`,
          )}
        </dl>`
  const content = {
    redirect: () =>
      html`<p>${view.place === 'page' ? words.onPage(view.name) : words.inTab(view.name)}</p>
        ${link(words.open(view.name), 'pf-pay')}`,
    qr: () =>
      html`<p>${words.next.qr}</p>
        <div class="pf-ways">
          <div class="pf-qr" role="img" aria-label="${words.code}">${qrSvg(view.url)}</div>
        </div>
        ${link(words.onThisPhone, 'pf-second')} ${lines}`,
    instructions: () =>
      html`<p>${words.next.instructions}</p>
        ${lines} ${decide('paid', words.paid, 'pf-pay')}`,
  }[view.step]
  return html`<div class="pf-two">
    ${renderWithSummary(
      { ...frame, back: null },
      strings,
      renderCountdown(frame, strings, strings.form.payWithin, view.expiresAt),
      html`<h1 class="pf-h" id="pf-title" tabindex="-1">${strings.provider.title(view.name)}</h1>
        ${renderNotice(strings)} ${content()}
        <div class="pf-ways">${decide('cancelled', words.changedMind, 'pf-back')}</div>`,
    )}
  </div>`
}

/** Titles of items are protocol names: `receiver_name`, `bankName`. */
function readable(title: string): string {
  const words = title
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
