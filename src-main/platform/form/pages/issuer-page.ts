import type { FormLanguage } from '#domain/form/languages'
import type { FormTheme } from '#domain/form/settings'
import { FORM_STRINGS } from '#platform/form/strings/index'
import { sumText } from '#domain/form/format'
import type { ChallengeView } from '#domain/form/view'
import { renderDocument } from './document'
import { html, type Html } from '#lib/html/html'
import { icon } from './parts'
import { renderSubmit } from './card-page'
import type { FormStyles } from './assets'

interface IssuerParts {
  readonly language: FormLanguage
  readonly place: ChallengeView['place']
  readonly theme: FormTheme
  readonly styles: FormStyles
  readonly nonce: string
}

export interface IssuerPageParts extends IssuerParts {
  /** The code is posted to it: `/payment/<id>/issuer`. */
  readonly action: string
  readonly shopName: string
  readonly sum: { readonly amount: number; readonly currency: string } | null
  readonly valid: string
  readonly phoneEnd: string | null
}

/**
 * The page of the simulated bank. It posts `code` or `cancel` as a form and needs no script. Cancelling is a
 * separate form, so that the form with the code has only one button.
 */
export function renderIssuerPage(parts: IssuerPageParts): string {
  const { issuer } = FORM_STRINGS[parts.language]
  const letters = /[^0-9]/.test(parts.valid)
  const sum = parts.sum === null ? null : html` · <bdi>${sumText(parts.sum, parts.language)}</bdi>`
  return issuerDocument(
    parts,
    issuer.title,
    null,
  )(
    html`<form class="acs-in acs-code" method="post" action="${parts.action}">
        <div>
          <h1 class="pf-h">${issuer.title}</h1>
          <p class="acs-what"><bdi>${parts.shopName}</bdi>${sum}</p>
          <p>${issuer.text(parts.phoneEnd)}</p>
        </div>
        <div class="pf-field full">
          <label for="f-code">${issuer.code}</label
          ><span class="pf-input"
            ><input
              id="f-code"
              name="code"
              type="text"
              dir="ltr"
              inputmode="${letters ? 'text' : 'numeric'}"
              autocomplete="one-time-code"
              autocapitalize="none"
              spellcheck="false"
              maxlength="16"
              required
              aria-describedby="f-code-h"
          /></span>
        </div>
        ${renderSubmit(issuer.confirm, { hasLock: false, needsScript: false })}
      </form>
      <form class="acs-in acs-cancel" method="post" action="${parts.action}">
        <input type="hidden" name="cancel" value="1" />
        <button class="pf-second">${issuer.cancel}</button>
        <p class="acs-note" id="f-code-h">${icon('info')}<span>${issuer.hint(parts.valid)}</span></p>
      </form>`,
  )
}

/**
 * The last page of the simulated bank.
 * @param parts `base`: path of the visit
 */
export function renderIssuerDone(parts: IssuerParts & { readonly base: string }): string {
  const { issuer } = FORM_STRINGS[parts.language]
  // On its own page the customer returns automatically; in our frame the form around it notices.
  const refresh = html`<meta http-equiv="refresh" content="0;url=${parts.base}" />`
  const isTab = parts.place === 'new_tab'
  return issuerDocument(
    parts,
    issuer.done,
    parts.place === 'page' ? refresh : null,
  )(
    html`<div class="acs-in" role="status">
      <h1 class="pf-h">${issuer.done}</h1>
      <p class="pf-help">${isTab ? issuer.closeTab : issuer.doneText}</p>
      ${parts.place === 'page' ? html`<a class="pf-pay" href="${parts.base}">${issuer.continue}</a>` : null}
    </div>`,
  )
}

/**
 * The last page of the simulated bank for a payment by the API. Posts `fields` to the merchant automatically, or
 * by its button without scripts (contract 13.3).
 */
export function renderIssuerReturn(
  parts: Omit<IssuerParts, 'place'> & {
    readonly action: string
    readonly fields: Readonly<Record<string, string>>
  },
): string {
  const { issuer } = FORM_STRINGS[parts.language]
  const content = html`<form class="acs-in" method="post" action="${parts.action}">
    <h1 class="pf-h">${issuer.done}</h1>
    <p class="pf-help">${issuer.doneText}</p>
    ${Object.entries(parts.fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${renderSubmit(issuer.continue, { hasLock: false, needsScript: false })}
  </form>`
  const submit = html`<script nonce="${parts.nonce}">
    document.forms[0].submit()
  </script>`
  return issuerDocument({ ...parts, place: 'page' }, issuer.done, null, submit)(content)
}

function issuerDocument(
  parts: IssuerParts,
  title: string,
  head: Html | null,
  tail: Html | null = null,
): (content: Html) => string {
  const { issuer } = FORM_STRINGS[parts.language]
  const inFrame = parts.place === 'frame'
  return (content) =>
    renderDocument({
      language: parts.language,
      title: `${title} · ${issuer.bank}`,
      css: parts.styles[parts.theme],
      theme: parts.theme,
      nonce: parts.nonce,
      framed: inFrame,
      quiet: inFrame,
      bank: true,
      ...(head === null ? {} : { head }),
      main: html`<div class="acs">
        <p class="acs-top">${icon('bank')}<b>${issuer.bank}</b><span>${issuer.simulated}</span></p>
        ${content}
      </div>`,
      tail,
    })
}
