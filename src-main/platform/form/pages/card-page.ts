import { BRAND_MARKS, brandName, CARD_BRANDS, type CardBrand, cardName } from '#domain/card/brand'
import { sumText } from '#domain/form/format'
import type { FormStrings } from '#platform/form/strings/en'
import type { SavedCard } from '#domain/form/settings'
import type { CardView, FormPage, MethodsView } from '#domain/form/view'
import { html, type Html } from '#lib/html/html'
import { askedFields, type InputRow, problemOf, renderAskedField, renderInput } from './input'
import {
  hasShopsButton,
  icon,
  renderCountdown,
  renderForm,
  renderNoScript,
  renderNotice,
  renderOtherWays,
  renderSummary,
  renderWithSummary,
  titleOf,
} from './parts'

/** Makes phones show a numeric keypad. */
const DIGITS = { type: 'tel', inputMode: 'numeric' } as const

/** The page on which the customer enters a card or chooses a saved one (contract 7.4). */
export function renderCardPage(page: FormPage, view: CardView, strings: FormStrings): Html {
  const { frame } = page
  const usesSaved = view.selectedCard !== null
  const rows = rowsOf(view, strings)
  const inputOf = (row: InputRow): Html => {
    const hidden = row.newCardOnly === true && usesSaved
    return renderInput({ ...row, problem: problemOf(page, row.name), hidden }, strings)
  }
  const code = view.needsCode ? inputOf(rows.code) : null
  const time = renderCountdown(frame, strings, strings.form.payWithin, view.confirmBefore)
  const content = html`${renderOtherWays(frame, strings)}
    <div class="${hasShopsButton(frame) ? 'sr' : 'pf-head'}">
      <h1 class="pf-h" id="pf-title" tabindex="-1">${titleOf(frame, strings)}</h1>
      ${view.onlySelected ? null : renderMarks(view, strings, usesSaved)}
    </div>
    ${renderNoScript(strings)} ${renderNotice(strings)} ${renderSummary()}
    ${
      view.onlyBrand === null
        ? null
        : html`<p class="pf-help">${strings.form.onlyBrand(brandName(view.onlyBrand))}</p>`
    }
    ${renderSavedCards(view, strings, code, view.onlySelected ? null : renderOtherCard(strings, !usesSaved))}
    <div class="pf-grid">
      ${
        view.onlySelected
          ? null
          : [
              inputOf(rows.number),
              inputOf(rows.expiry),
              ...(usesSaved || code === null ? [] : [code]),
              inputOf(rows.holder),
            ]
      }
      ${
        view.extra &&
        askedFields([view.extra], strings).map((field) =>
          renderAskedField(page, field, strings, view.extra ?? {}),
        )
      }
      ${askedFields(view.afterShop, strings).map((field) =>
        renderAskedField(page, field, strings, { problem: null, hidden: true }),
      )}
    </div>
    ${
      view.canSave &&
      html`<p class="pf-check" data-new-card="1" ${usesSaved && html`hidden`}>
        <label
          ><input type="checkbox" name="save" value="1" /><span>${strings.form.saveForNextTime}</span></label
        >
      </p>`
    }
    ${renderPay(page, strings)}`
  return renderForm(frame, 'confirm', renderWithSummary(frame, strings, time, content))
}

/** The saved cards above other ways to pay, the first of them chosen (contract 16.11). */
export function renderCardChoice(
  page: FormPage,
  { savedCards }: Pick<MethodsView, 'savedCards'>,
  strings: FormStrings,
): Html | null {
  const [first] = savedCards
  if (first === undefined) return null
  const cards = { savedCards, selectedCard: first.id, onlySelected: false, needsCode: true }
  const code = renderInput({ ...codeRow(strings), problem: problemOf(page, 'cvv') }, strings)
  return html`${renderForm(
      page.frame,
      'confirm',
      html`${renderSavedCards(cards, strings, code)} ${renderPay(page, strings)}`,
      { look: 'pf-cards' },
    )}
    <p class="pf-or">${strings.methods.or}</p>`
}

/** The button that pays, unless the shop's page has it. */
export function renderPay(page: FormPage, strings: FormStrings): Html | null {
  return hasShopsButton(page.frame) ? null : renderSubmit(payLabel(page, strings))
}

/** `hidden`: a saved card is chosen, whose row shows the mark of its brand. */
function renderMarks(view: CardView, strings: FormStrings, hidden: boolean): Html {
  const brands: readonly CardBrand[] =
    view.onlyBrand === null ? CARD_BRANDS.map(({ brand }) => brand) : [view.onlyBrand]
  return html`<ul
    class="pf-marks"
    aria-label="${strings.form.acceptedCards}"
    data-new-card="1"
    ${hidden ? html`hidden` : null}
  >
    ${brands.map((brand) => html`<li class="pf-mark" data-brand="${brand}">${brandMark(brand, true)}</li>`)}
  </ul>`
}

/** A submit button. If the script sends the form, the button is disabled until the script has loaded. */
export function renderSubmit(label: string, { hasLock = true, needsScript = true } = {}): Html {
  return html`<button class="pf-pay" type="submit" ${needsScript ? html`disabled` : null}>
    ${hasLock ? icon('lock') : null}<span>${label}</span>
  </button>`
}

function payLabel({ frame }: FormPage, strings: FormStrings): string {
  const sum = frame.sum === null ? '' : sumText(frame.sum, frame.language)
  const { pay, receive, verify, save } = strings.form
  return { purchase: pay(sum), payout: receive(sum), card_verify: verify, card_tokenize: save }[frame.mode]
}

const CODE_DRAWING = html`<svg class="icon cvc" viewBox="0 0 28 22" aria-hidden="true" focusable="false">
  <path d="M2 7h24" />
  <rect x="1.5" y="2" width="25" height="18" rx="3" />
  <rect x="14" y="11" width="9.5" height="6" rx="3" />
</svg>`

const codeRow = ({ form }: FormStrings): InputRow => ({
  ...DIGITS,
  name: 'cvv',
  label: form.code,
  autocomplete: 'cc-csc',
  placeholder: { text: form.codeDigits(3), onFront: form.codeDigits(4) },
  hint: { text: form.codeOnBack, onFront: form.codeOnFront, isDrawn: true },
  maxLength: 4,
  isHalf: true,
  aside: CODE_DRAWING,
  check: 'cvv',
})

function rowsOf(view: CardView, strings: FormStrings) {
  return {
    number: {
      ...DIGITS,
      name: 'pan',
      label: strings.form.cardNumber,
      autocomplete: 'cc-number',
      placeholder: { text: '1234 1234 1234 1234' },
      // 19 digits and the spaces between their groups.
      maxLength: 23,
      aside: html`<span class="pf-brand" id="pf-brand" aria-live="polite"></span>`,
      check: 'pan',
      newCardOnly: true,
    },
    expiry: {
      ...DIGITS,
      name: 'expiry',
      label: strings.form.expiry,
      autocomplete: 'cc-exp',
      placeholder: { text: strings.form.expiryPattern },
      maxLength: 9,
      isHalf: true,
      check: 'expiry',
      newCardOnly: true,
    },
    code: codeRow(strings),
    holder: {
      name: 'card_holder',
      label: strings.form.holder,
      autocomplete: 'cc-name',
      maxLength: 255,
      value: view.holder,
      isHalf: !view.needsCode,
      check: 'holder',
      newCardOnly: true,
    },
  } satisfies Readonly<Record<string, InputRow>>
}

type OfferedCards = Pick<CardView, 'savedCards' | 'selectedCard' | 'onlySelected' | 'needsCode'>

/**
 * `code`: the field of the security code, in the row of the chosen card. The script moves it to other rows. `other`:
 * the last row.
 */
function renderSavedCards(
  view: OfferedCards,
  strings: FormStrings,
  code: Html | null,
  other: Html | null = null,
): Html | null {
  if (view.savedCards.length === 0) return null
  return html`<fieldset>
    <legend>${strings.form.savedCards}</legend>
    ${view.savedCards.map((card) =>
      renderSavedCard(card, view, strings, card.id === view.selectedCard ? code : null),
    )}
    ${other}
  </fieldset>`
}

function renderOtherCard({ form }: FormStrings, isChosen: boolean): Html {
  return html`<div class="pf-saved">
    <label
      ><input type="radio" name="saved_card" value="" ${isChosen ? html`checked` : null} /><span
        class="pf-mark"
        >${icon('card')}</span
      ><span class="pf-saved-text"><b>${form.otherCard}</b></span></label
    >
  </div>`
}

function renderSavedCard(card: SavedCard, view: OfferedCards, strings: FormStrings, code: Html | null): Html {
  const expiry = `${String(card.month).padStart(2, '0')}/${String(card.year).slice(-2)}`
  const name = cardName(card)
  const remove = view.onlySelected
    ? null
    : html`<button
        class="pf-remove"
        type="button"
        data-action="toggle"
        aria-expanded="false"
        aria-controls="pf-ask-${card.id}"
        aria-label="${strings.form.removeCard(name)}"
      >
        ${icon('cross')}
      </button>`
  const question = view.onlySelected
    ? null
    : html`<div class="pf-ask" id="pf-ask-${card.id}" role="group" aria-labelledby="pf-q-${card.id}" hidden>
        <p id="pf-q-${card.id}">${strings.form.removeQuestion(name)}</p>
        <span
          ><button class="pf-small" type="button" data-action="keep-card">${strings.form.keep}</button
          ><button class="pf-small danger" type="button" data-action="remove-card" data-card="${card.id}">
            ${strings.form.remove}
          </button></span
        >
      </div>`
  return html`<div class="pf-saved">
    <label
      ><input
        type="radio"
        name="saved_card"
        value="${card.id}"
        data-wallet="${walletFacts(card, view.needsCode)}"
        ${view.selectedCard === card.id ? html`checked` : null}
        ${card.expired ? html`disabled` : null}
      /><span class="pf-mark">${card.brand === null ? icon('card') : brandMark(card.brand, false)}</span
      ><span class="pf-saved-text"
        ><b><bdi dir="ltr">${name}</bdi></b
        ><small>${card.expired ? strings.form.expiredCard : strings.form.validUntil(expiry)}</small></span
      ></label
    >${remove}${code}${question}
  </div>`
}

/** Data of `wallet_select` and `wallet_remove` for the embedding page (contract 8.8), with masked numbers only. */
function walletFacts(card: SavedCard, needsCode: boolean): string {
  return JSON.stringify({
    code: 'card',
    id: String(card.id),
    pan: card.number,
    month: String(card.month),
    year: String(card.year),
    type: card.brand ?? '',
    pan_first6: card.number.slice(0, 6),
    pan_last4: card.number.slice(-4),
    expired: card.expired ? '1' : '0',
    cvv_required: needsCode ? '1' : '0',
    holder: card.holder,
    token: card.token,
    field_values: {},
  })
}

/** Shapes on a grid of 28 by 18 that suggest a brand. The style sheet sets the line width. */
const SHAPES: Readonly<Record<CardBrand, Html>> = {
  visa: html`<path
    stroke="#1d449f"
    d="M5 6l1.7 6L10 6M12.8 6l-1.2 6M17.7 6.4c-1.6-.9-3.3-.3-3.2.9.1 1.3 2.5 1.2 2.5 2.7 0 1.5-2.1 1.9-3.5 1M18 12l3.8-6 1.3 6M19.3 10.4h3.4"
  />`,
  mastercard: html`<circle cx="10.5" cy="9" r="5.5" fill="#de3b30" /><circle
      cx="17.5"
      cy="9"
      r="5.5"
      fill="#f2a33a"
    /><path fill="#ee6d32" d="M14 4.76a5.5 5.5 0 0 1 0 8.48 5.5 5.5 0 0 1 0-8.48" />`,
  maestro: html`<circle cx="10.5" cy="9" r="5.5" fill="#de3b30" /><circle
      cx="17.5"
      cy="9"
      r="5.5"
      fill="#2b8fd0"
    /><path fill="#6c5aa5" d="M14 4.76a5.5 5.5 0 0 1 0 8.48 5.5 5.5 0 0 1 0-8.48" />`,
  amex: html`<rect width="28" height="18" rx="3" fill="#1f6fc0" /><path
      stroke="#fff"
      d="M3.2 12l2.4-6L8 12M4 10.3h3.2M10 12V6l2.3 3.6L14.6 6v6M20 6h-3v6h3M17 9h2.6M21.6 6l3.4 6M25 6l-3.4 6"
    />`,
  mir: html`<path
    stroke="#2f8f46"
    d="M4 12V6l2.5 3.8L9 6v6M12 6v6l4-6v6M19 12V6h3a1.8 1.8 0 0 1 0 3.7h-3"
  />`,
  belcard: html`<path
    stroke="#a43c7e"
    d="M8 6v6h3.3a1.6 1.6 0 0 0 0-3.2H8M8 6h2.8a1.4 1.4 0 0 1 0 2.8M16 6v6M20.5 6L16 9.6M17.6 8.4l3.2 3.6"
  />`,
  troy: html`<path
    stroke="#10868d"
    d="M5.4 5v5.4c0 1.1.6 1.6 1.8 1.6M3.8 7.3h3.2M10 12V7.3M10 9.4c.2-1.4 1-2.1 2.4-2.1M15.9 7.4a2.3 2.3 0 1 0 .1 0M20 7.3l2.2 4.5M24.4 7.3l-2.9 6.1c-.3.6-.8.8-1.5.7"
  />`,
}

/** `isNamed` adds the name for screen readers, for marks without a text beside them. */
export function brandMark(brand: CardBrand, isNamed: boolean): Html {
  const name = isNamed ? html`<span class="sr">${BRAND_MARKS[brand]}</span>` : null
  return html`<svg viewBox="0 0 28 18" aria-hidden="true" focusable="false">${SHAPES[brand]}</svg>${name}`
}
