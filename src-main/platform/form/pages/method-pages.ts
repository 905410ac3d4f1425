import { CARD, type MethodMark } from '#domain/form/ways-to-pay'
import { sumText } from '#domain/form/format'
import type { FormPage, MethodChoice, MethodsView, MethodView, ProviderView } from '#domain/form/view'
import type { FormStrings } from '#platform/form/strings/en'
import { type ItemWord, itemWord } from '#domain/method/customer-part'
import { html, type Html } from '#lib/html/html'
import { renderAsked } from './asked-page'
import { renderCardChoice, renderPay } from './card-page'
import { qrSvg } from './qr-code'
import {
  icon,
  type IconName,
  renderCountdown,
  renderNoScript,
  renderNotice,
  renderSearch,
  renderSides,
  renderSummary,
} from './parts'

/** From this number of ways to pay on, the page has a search. */
const SEARCHED = 9

type MethodGroup = Exclude<MethodMark, 'cash'>
type WayGroup = typeof CARD | MethodGroup

const groupOf = (mark: MethodMark): MethodGroup => (mark === 'cash' ? 'voucher' : mark)

/** The choice between ways to pay: saved cards, cards, then the methods by kind (contract 16.11). */
export function renderMethodsPage(page: FormPage, view: MethodsView, strings: FormStrings): Html {
  const { frame } = page
  const { methods: words } = strings
  const count = view.methods.length + (view.card ? 1 : 0)
  const group = (mark: WayGroup, tiles: readonly Html[]): Html | null =>
    tiles.length === 0
      ? null
      : html`<section class="pf-kind" aria-labelledby="k-${mark}">
          <h2 id="k-${mark}">${words.groups[mark]}</h2>
          <ul>
            ${tiles.map((tile) => html`<li>${tile}</li>`)}
          </ul>
        </section>`
  const ofMark = (mark: MethodGroup): Html | null =>
    group(
      mark,
      view.methods
        .filter((method) => groupOf(method.mark) === mark)
        .map((method) =>
          renderTile(
            wayMark(method),
            method.path,
            method.name,
            method.step === 'none' ? '' : words.steps[method.step],
          ),
        ),
    )
  const newCard = view.savedCards.length > 0 ? words.newCard : strings.result.card
  return renderSides(
    frame,
    strings,
    renderCountdown(frame, strings, strings.form.payWithin, view.confirmBefore),
    html`<h1 class="pf-h" id="pf-title" tabindex="-1">${words.title}</h1>
      ${renderNoScript(strings)} ${renderNotice(strings)} ${renderSummary()}
      ${
        view.unknown === null
          ? null
          : html`<div class="pf-note pf-unknown" role="status">
              ${icon('info')}
              <p>${words.unknown(view.unknown)}</p>
            </div>`
      }
      ${renderCardChoice(page, view, strings)}
      ${count < SEARCHED ? null : renderSearch(words.find(count), '.pf-tile', strings)}
      ${view.card ? group(CARD, [renderTile(drawnMark(CARD, 'card'), CARD, newCard, words.cardText)]) : null}
      ${ofMark('bank')} ${ofMark('wallet')} ${ofMark('voucher')}`,
  )
}

/** The script sends the choice. */
function renderTile(mark: Html, way: string, name: string, text: string): Html {
  return html`<button class="pf-tile" type="button" data-action="way" data-way="${way}">
    ${mark}<span
      ><b><bdi>${name}</bdi></b
      >${text === '' ? null : html`<small>${text}</small>`}</span
    >${icon('next')}
  </button>`
}

const drawnMark = (group: WayGroup, name: IconName): Html =>
  html`<span class="pf-way of-${group}">${icon(name)}</span>`

/** In the colours of its group. What the customer does says more than the group (contract 16.1). */
function wayMark({ mark, step }: Pick<MethodChoice, 'mark' | 'step'>): Html {
  return drawnMark(groupOf(mark), step === 'qr' ? 'qr' : step === 'otp' || step === 'app' ? 'phone' : mark)
}

/** The heading of a method's pages. `text`: what the customer does. */
function renderTitle(
  view: Pick<MethodChoice, 'mark' | 'name' | 'step'>,
  text: string | null,
  strings: FormStrings,
): Html {
  return html`<div class="pf-titled">
    ${wayMark(view)}
    <div>
      <h1 class="pf-h" id="pf-title" tabindex="-1">${strings.provider.title(view.name)}</h1>
      ${text === null ? null : html`<p>${text}</p>`}
    </div>
  </div>`
}

/** A method's page before the payment (contract 16.11). */
export function renderMethodPage(page: FormPage, view: MethodView, strings: FormStrings): Html {
  return renderAsked(page, strings, {
    action: 'confirm',
    attributes: html`data-method="${view.path}" data-method-name="${view.name}"
    data-method-code="${view.code}"`,
    time: renderCountdown(page.frame, strings, strings.form.payWithin, view.confirmBefore),
    head: renderTitle(view, view.step === 'none' ? null : strings.methods.next[view.step], strings),
    values: view.fields,
    submit: renderPay(page, strings),
  })
}

/** Shown while the customer pays at the provider (contract 16.11). */
export function renderProviderWaitPage({ frame }: FormPage, view: ProviderView, strings: FormStrings): Html {
  const { methods: words } = strings
  const opensHere = view.place === 'page'
  const link = (label: string, look: 'pf-pay' | 'pf-second' | 'pf-link', again: string | null = null): Html =>
    html`<a
      class="${look}"
      href="${view.path}"
      target="${opensHere ? '_self' : '_blank'}"
      rel="noopener"
      ${opensHere ? html`data-issuer="page"` : null}
      ${again === null ? null : html`data-again="${again}"`}
      >${label}</a
    >`
  const decide = (outcome: 'paid' | 'cancelled', label: string, look: 'pf-pay' | 'pf-back'): Html =>
    html`<button class="${look}" type="button" data-action="provider" data-outcome="${outcome}">
      ${label}
    </button>`
  const valueOf = (title: string, data: string): Html =>
    data === view.url
      ? link(words.open(view.name), 'pf-link')
      : html`<bdi>${data}</bdi>
          <button
            class="pf-link"
            type="button"
            data-action="copy"
            data-copy="${data}"
            data-copied="${words.copied}"
            aria-label="${words.copy}: ${title}"
          >
            ${words.copy}
          </button>`
  const lines =
    view.lines.length === 0
      ? null
      : html`<dl class="pf-list">
          ${view.lines.map((line) => {
            const title = titleOf(line.title, strings)
            return html`<div>
              <dt><bdi>${title}</bdi></dt>
              <dd class="pf-copied">${valueOf(title, line.data)}</dd>
            </div>`
          })}
        </dl>`
  const { text, content } = {
    redirect: () => ({
      text: opensHere ? words.onPage(view.name) : words.inTab(view.name),
      content: html`<span class="pf-spin" id="pf-wait" aria-hidden="true" hidden></span>
        ${link(words.open(view.name), 'pf-pay', opensHere ? null : words.openAgain)}`,
    }),
    qr: () => ({
      text: words.next.qr,
      content: html`<div class="pf-scan">
          <div class="pf-qr" role="img" aria-label="${words.code}">${qrSvg(view.url)}</div>
          ${link(words.onThisPhone, 'pf-second')}
        </div>
        ${lines}`,
    }),
    instructions: () => ({
      text: words.next.instructions,
      content: html`${lines} ${decide('paid', words.paid, 'pf-pay')}`,
    }),
    app: () => ({
      text: words.next.app,
      content: html`${
        frame.sum &&
        html`<dl class="pf-list">
          <div>
            <dt>${strings.provider.amount}</dt>
            <dd><bdi>${sumText(frame.sum, frame.language)}</bdi></dd>
          </div>
        </dl>`
      }
      ${decide('paid', words.paid, 'pf-pay')}`,
    }),
  }[view.step]()
  return renderSides(
    { ...frame, back: null },
    strings,
    renderCountdown(frame, strings, strings.form.payWithin, view.expiresAt),
    html`${renderTitle(view, text, strings)} ${renderNotice(strings)} ${content}
      <div class="pf-ways">${decide('cancelled', words.changedMind, 'pf-back')}</div>`,
  )
}

/** The usual items of a transfer, in the customer's language. */
const TITLES: Readonly<Record<ItemWord, (strings: FormStrings) => string>> = {
  owner: ({ fields }) => fields.accountOwner,
  account: ({ fields }) => fields.accountNumber,
  bank: ({ fields }) => fields.bank,
  reference: ({ provider }) => provider.reference,
  entity: ({ methods }) => methods.entity,
  link: ({ methods }) => methods.onThisPhone,
}

/** Other titles are protocol names: `ifsc_code`, `bankCode`. */
function titleOf(item: string, strings: FormStrings): string {
  const word = itemWord(item)
  if (word !== undefined) return TITLES[word](strings)
  const words = item
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
