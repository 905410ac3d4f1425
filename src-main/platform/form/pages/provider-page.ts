import { FORM_STRINGS } from '#platform/form/strings/index'
import { amountText, DATE_LOCALES, momentText, sumText } from '#domain/form/format'
import { LATER_MS, type LaterName } from '#domain/method/later'
import type { Payment, ProviderPage } from '#domain/payment/payment'
import { html, type Html } from '#lib/html/html'
import { formatMinorUnits } from '#lib/money/minor-units'
import { type PageLook, renderDocument } from './document'

interface ProviderParts extends PageLook {
  readonly methodName: string
  readonly shopName: string
  readonly payment: Payment
  readonly page: ProviderPage
}

/** The page of the simulated provider. It needs no script: each choice is a separate form (contract 16.5). */
export function renderProviderPage(parts: ProviderParts): string {
  const { provider, form: words } = FORM_STRINGS[parts.language]
  const { requested } = parts.payment
  const later = new Intl.RelativeTimeFormat(DATE_LOCALES[parts.language])
  const hidden = (name: string, value: string): Html =>
    html`<input type="hidden" name="${name}" value="${value}" />`
  const token = hidden('token', parts.page.token)
  const form = (decision: NonNullable<ProviderPage['outcome']>, content: Html): Html =>
    html`<form method="post">${token}${hidden('decision', decision)}${content}</form>`
  const row = (title: string, text: string): Html => html`<b>${title}</b><small>${text}</small>`
  const unfolded = (title: string, text: string, content: Html): Html =>
    html`<li>
      <details name="choice">
        <summary class="pv-row">${row(title, text)}</summary>
        ${content}
      </details>
    </li>`
  const chips = otherAmounts(requested.amount).map(
    (amount) =>
      html`<button name="amount" value="${formatMinorUnits(amount, requested.currency).text}" formnovalidate>
        <bdi dir="ltr">${amountText(amount, requested.currency, parts.language)}</bdi>
      </button>`,
  )
  return providerDocument(
    parts,
    provider.title(parts.methodName),
    html`<h1 class="sr">${provider.title(parts.methodName)}</h1>
      ${form('paid', html`<button class="pv-b">${words.pay(sumText(requested, parts.language))}</button>`)}
      <ul class="pv-rows">
        ${unfolded(
          provider.payOther,
          provider.payOtherText,
          form(
            'paid',
            html`<div class="pv-in">
              <div>
                <label for="f-amount">${provider.amount} (${requested.currency})</label>
                <input
                  id="f-amount"
                  name="amount"
                  type="text"
                  dir="ltr"
                  inputmode="decimal"
                  maxlength="17"
                  pattern="\\s*(?=.*[1-9])\\d{1,12}([.,]\\d{1,3})?\\s*"
                  autocomplete="off"
                  required
                />
              </div>
              <button class="pv-b">${provider.pay}</button>
              <div class="pv-chips">${chips}</div>
            </div>`,
          ),
        )}
        <li>
          ${form(
            'declined',
            html`<button class="pv-row">${row(provider.decline, provider.declineText)}</button>`,
          )}
        </li>
        ${unfolded(
          provider.leave,
          provider.leaveText,
          form(
            'left',
            html`<div class="pv-in">
              <div>
                <label for="f-outcome">${provider.result}</label>
                <select id="f-outcome" name="outcome">
                  <option value="success">${provider.success}</option>
                  <option value="decline">${provider.declined}</option>
                </select>
              </div>
              <div>
                <label for="f-after">${provider.when}</label>
                <select id="f-after" name="after">
                  ${Object.keys(LATER_MS).map(
                    (name) => html`<option value="${name}">${later.format(1, name as LaterName)}</option>`,
                  )}
                  <option value="">${provider.never}</option>
                </select>
              </div>
              <button class="pv-b">${provider.leaveNow}</button>
            </div>`,
          ),
        )}
      </ul>
      ${form('cancelled', html`<button class="pv-b plain">${provider.cancel}</button>`)}
      <p class="pv-fine">${provider.closing}</p>`,
  )
}

/** In minor units: half, one less, one more, twice. */
function otherAmounts(amount: number): readonly number[] {
  return [Math.floor(amount / 2), amount - 1, amount + 1, amount * 2].filter((other) => other > 0)
}

const CROSS = '12 12l12 12M24 12 12 24'
const CLOCK = '18 9.5V19l6 3.5'

/** Drawn in the square beside what was decided. */
const SIGNS = {
  paid: '10 18.5l5.5 5.5 10-11.5',
  declined: CROSS,
  cancelled: CROSS,
  left: CLOCK,
  over: CLOCK,
} as const

/**
 * The provider's page after a decision; without an outcome, its time is over or the tester decided. `returnTo`: where
 * the customer may go back to.
 */
export function renderProviderDone(parts: ProviderParts & { readonly returnTo: string | null }): string {
  const { payment, page, returnTo } = parts
  const { provider, issuer, form, result } = FORM_STRINGS[parts.language]
  const outcome = page.outcome ?? 'over'
  const { paidAmount } = page
  const done =
    paidAmount === undefined || outcome !== 'paid'
      ? provider.done[outcome]
      : result.paid(sumText({ ...payment.requested, amount: paidAmount }, parts.language))
  return providerDocument(
    parts,
    done,
    html`<div class="pv-done ${outcome}" role="status">
        <svg viewBox="0 0 36 36" aria-hidden="true" focusable="false">
          <path d="M3 3h30v30H3zM${SIGNS[outcome]}" />
        </svg>
        <h1>${done}</h1>
      </div>
      ${returnTo === null ? null : html`<a class="pv-b plain" href="${returnTo}">${form.back}</a>`}
      ${returnTo === null && payment.origin === 'form' ? html`<p>${issuer.closeTab}</p>` : null}`,
  )
}

/** The statement, and the customer's choices beside or below it. */
function providerDocument(parts: ProviderParts, title: string, choices: Html): string {
  const { language, payment, page } = parts
  const { provider } = FORM_STRINGS[language]
  const facts: readonly (readonly [string, string])[] = [
    ...(payment.description === '' ? [] : [[provider.purpose, payment.description] as const]),
    [provider.reference, String(page.operationId)],
    ...(page.outcome === null ? [[provider.openUntil, momentText(page.expiresAt, language)] as const] : []),
  ]
  return renderDocument({
    ...parts,
    title: `${title} · ${parts.methodName}`,
    framed: false,
    sheet: 'provider',
    main: html`<div class="pv-top">
        <p>
          <b
            ><svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
              <path d="M3 3h14v14H3zM11 11h14v14H11z" />
            </svg>
            ${parts.methodName}</b
          >
          <span>${provider.simulated}</span>
        </p>
      </div>
      <div class="pv-cols">
        <div class="pv-statement">
          <p class="pv-to">
            ${provider.to} <b><bdi>${parts.shopName}</bdi></b>
          </p>
          <p class="pv-sum"><bdi dir="ltr">${sumText(payment.requested, language)}</bdi></p>
          <dl class="pv-ledger">
            ${facts.map(
              ([term, text]) =>
                html`<div>
                  <dt>${term}</dt>
                  <dd><bdi>${text}</bdi></dd>
                </div>`,
            )}
          </dl>
        </div>
        <div class="pv-do">${choices}</div>
      </div>`,
    tail: null,
  })
}
