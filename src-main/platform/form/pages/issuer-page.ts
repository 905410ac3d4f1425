import { FORM_STRINGS } from '#platform/form/strings/index'
import type { CardBrand } from '#domain/card/brand'
import { sumText } from '#domain/form/format'
import type { ChallengeView } from '#domain/form/view'
import { type PageLook, renderDocument } from './document'
import { html, type Html } from '#lib/html/html'
import { icon, renderTestNote } from './parts'
import { brandMark, renderSubmit } from './card-page'
import { renderProblem } from './input'
import type { Money } from '#domain/payment/payment'

const BANK = 'Larkfield Savings'

interface IssuerParts extends PageLook {
  readonly place: ChallengeView['place']
  /** Null if it is unknown. */
  readonly brand: CardBrand | null
}

export interface IssuerPageParts extends IssuerParts {
  /** Where the code is posted: `/payment/<id>/issuer`. */
  readonly action: string
  readonly shopName: string
  readonly sum: Money | null
  readonly valid: string
  readonly phoneEnd: string | null
  /** The customer confirmed without a code. */
  readonly isEmpty?: boolean
}

/** The simulated bank. It needs no script; cancelling is a separate form, so that the code's form has one button. */
export function renderIssuerPage(parts: IssuerPageParts): string {
  const { issuer, problems } = FORM_STRINGS[parts.language]
  const { isEmpty = false } = parts
  const letters = /[^0-9]/.test(parts.valid)
  const sum = parts.sum === null ? null : html` · <bdi>${sumText(parts.sum, parts.language)}</bdi>`
  return issuerDocument(
    parts,
    issuer.title,
    html`<form class="acs-in acs-code" method="post" action="${parts.action}" novalidate>
        <div>
          <h1 class="pf-h">${issuer.title}</h1>
          <p class="acs-what"><bdi>${parts.shopName}</bdi>${sum}</p>
          <p>${issuer.text(parts.phoneEnd)}</p>
        </div>
        <div class="pf-field full${isEmpty ? ' bad' : ''}">
          <div class="pf-input">
            <label for="f-code">${issuer.code}</label>
            <input
              id="f-code"
              name="code"
              type="text"
              dir="ltr"
              inputmode="${letters ? 'text' : 'numeric'}"
              autocomplete="one-time-code"
              autocapitalize="none"
              spellcheck="false"
              maxlength="16"
              aria-required="true"
              ${isEmpty && html`aria-invalid="true"`}
              aria-describedby="f-code-e f-code-h"
            />
          </div>
          ${renderProblem('f-code', isEmpty ? problems.required : '')}
        </div>
        <p class="acs-note" id="f-code-h">${icon('info')}<span>${issuer.hint(parts.valid)}</span></p>
        ${renderSubmit(issuer.confirm, { hasLock: false, needsScript: false })}
      </form>
      <form class="acs-in acs-cancel" method="post" action="${parts.action}">
        <input type="hidden" name="cancel" value="1" />
        <button class="pf-second">${issuer.cancel}</button>
      </form>`,
  )
}

/** The last page of the simulated bank. `base`: path of the visit. */
export function renderIssuerDone(parts: IssuerParts & { readonly base: string }): string {
  const { issuer, details } = FORM_STRINGS[parts.language]
  // A full page returns to the form automatically; in a frame or tab, the form itself notices the end.
  const refresh = html`<meta http-equiv="refresh" content="0;url=${parts.base}" />`
  const isTab = parts.place === 'new_tab'
  return issuerDocument(
    parts,
    issuer.done,
    html`<div class="acs-in" role="status">
      <h1 class="pf-h">${issuer.done}</h1>
      <p class="pf-help">${isTab ? issuer.closeTab : issuer.doneText}</p>
      ${parts.place === 'page' ? html`<a class="pf-pay" href="${parts.base}">${details.submit}</a>` : null}
    </div>`,
    { head: parts.place === 'page' ? refresh : null },
  )
}

/** The last page for an API payment: posts `fields` to the merchant, by itself or by a button (contract 13.3). */
export function renderIssuerReturn(
  parts: Omit<IssuerParts, 'place'> & {
    readonly action: string
    readonly fields: Readonly<Record<string, string>>
  },
): string {
  const { issuer, details } = FORM_STRINGS[parts.language]
  const content = html`<form class="acs-in" method="post" action="${parts.action}">
    <h1 class="pf-h">${issuer.done}</h1>
    <p class="pf-help">${issuer.doneText}</p>
    ${Object.entries(parts.fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${renderSubmit(details.submit, { hasLock: false, needsScript: false })}
  </form>`
  const submit = html`<script nonce="${parts.nonce}">
    document.forms[0].submit()
  </script>`
  return issuerDocument({ ...parts, place: 'page' }, issuer.done, content, { tail: submit })
}

function issuerDocument(
  parts: IssuerParts,
  title: string,
  content: Html,
  { head = null, tail = null }: { readonly head?: Html | null; readonly tail?: Html | null } = {},
): string {
  const { issuer } = FORM_STRINGS[parts.language]
  const inFrame = parts.place === 'frame'
  return renderDocument({
    ...parts,
    title: `${title} · ${BANK}`,
    framed: inFrame,
    bank: true,
    head,
    main: html`<div class="acs">
      <p class="acs-top">
        ${icon('bank')}<b>${BANK}</b><span>${issuer.simulated}</span>
        ${parts.brand && html`<span class="pf-mark">${brandMark(parts.brand, true)}</span>`}
      </p>
      ${inFrame ? null : renderTestNote(FORM_STRINGS[parts.language])} ${content}
    </div>`,
    tail,
  })
}
