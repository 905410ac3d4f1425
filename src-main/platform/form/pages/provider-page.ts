import { FORM_STRINGS } from '#platform/form/strings/index'
import { sumText } from '#domain/form/format'
import type { Money, ProviderPage } from '#domain/payment/payment'
import { html, type Html } from '#lib/html/html'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'
import { renderSubmit } from './card-page'
import { type PageLook, renderDocument } from './document'
import { icon, renderTestNote } from './parts'

/** The choices on the page for when the result follows after the customer left, in milliseconds (contract 16.5). */
export const LATER_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const
export type LaterName = keyof typeof LATER_MS

interface ProviderParts extends PageLook {
  readonly methodName: string
  readonly shopName: string
}

/** The page of the simulated provider. It needs no script: each choice is a separate form (contract 16.5). */
export function renderProviderPage(parts: ProviderParts & { readonly sum: Money }): string {
  const strings = FORM_STRINGS[parts.language]
  const { provider } = strings
  const way = (decision: string, button: Html, fields: Html | null = null): Html =>
    html`<form class="acs-in acs-cancel" method="post">
      <input type="hidden" name="decision" value="${decision}" />
      ${fields} ${button}
    </form>`
  const second = (label: string): Html => html`<button class="pf-second">${label}</button>`
  return providerDocument(
    parts,
    provider.title(parts.methodName),
    html`<form class="acs-in acs-code" method="post">
        <h1 class="pf-h">${provider.title(parts.methodName)}</h1>
        <p class="acs-what">
          <bdi>${parts.shopName}</bdi> · <bdi>${sumText(parts.sum, parts.language)}</bdi>
        </p>
        <input type="hidden" name="decision" value="paid" />
        ${renderSubmit(provider.pay, { hasLock: false, needsScript: false })}
      </form>
      ${way(
        'paid',
        second(provider.payOther),
        html`<div class="pf-field full">
          <div class="pf-input">
            <label for="f-amount">${provider.amount} (${parts.sum.currency})</label>
            <input
              id="f-amount"
              name="amount"
              type="text"
              dir="ltr"
              inputmode="decimal"
              maxlength="17"
              required
            />
          </div>
        </div>`,
      )}
      ${way('declined', second(provider.decline))} ${way('cancelled', second(provider.cancel))}
      ${way(
        'left',
        second(provider.leave),
        html`<p>
          <select name="after" aria-label="${provider.when}">
            ${Object.keys(LATER_MS).map(
              (name) => html`<option value="${name}">${provider.after[name as LaterName]}</option>`,
            )}
            <option value="">${provider.after.never}</option>
          </select>
          <select name="outcome" aria-label="${provider.result}">
            <option value="success">${provider.success}</option>
            <option value="decline">${provider.declined}</option>
          </select>
        </p>`,
      )}`,
  )
}

/** The provider's page afterwards. `outcome`: what was decided on it; null if its time ended or the tester decided. */
export function renderProviderDone(parts: ProviderParts & Pick<ProviderPage, 'outcome'>): string {
  const { provider } = FORM_STRINGS[parts.language]
  const done = provider.done[parts.outcome ?? 'over']
  return providerDocument(
    parts,
    done,
    html`<div class="acs-in" role="status"><h1 class="pf-h">${done}</h1></div>`,
  )
}

function providerDocument(parts: ProviderParts, title: string, content: Html): string {
  const strings = FORM_STRINGS[parts.language]
  return renderDocument({
    ...parts,
    title: `${title} · ${parts.methodName}`,
    framed: false,
    bank: true,
    main: html`<div class="acs">
      <p class="acs-top">
        ${icon('bank')}<b>${parts.methodName}</b><span>${strings.provider.simulated}</span>
      </p>
      ${renderTestNote(strings)} ${content}
    </div>`,
    tail: null,
  })
}
