import { flattenFields } from '#domain/clarification/fields'
import type { FormStrings } from '#platform/form/strings/en'
import {
  type ClarificationView,
  type CollectedField,
  type DetailsView,
  type FormPage,
  reasonOf,
} from '#domain/form/view'
import { renderSubmit } from './card-page'
import { askedFields, fullWidths, inAskedOrder, problemOf, renderAskedField, renderBanks } from './input'
import { html, type Html } from '#lib/html/html'
import {
  countdown,
  hasShopsButton,
  icon,
  renderCountdown,
  renderForm,
  renderNoScript,
  renderNotice,
  renderOtherWays,
  renderSummary,
  renderWithSummary,
} from './parts'

/** Collects customer data before the card (contract 7.4). */
export function renderDetailsPage(page: FormPage, view: DetailsView, strings: FormStrings): Html {
  return renderAsked(page, strings, {
    action: 'details',
    time: renderCountdown(page.frame, strings, strings.form.payWithin, view.confirmBefore),
    head: html`<h1 class="pf-h" id="pf-title" tabindex="-1">${strings.details.title}</h1>`,
    values: view.fields,
    submit: hasShopsButton(page.frame) ? null : renderSubmit(strings.details.submit, { hasLock: false }),
  })
}

/** Collects data while a payment waits for clarification (contract 6, on the form). */
export function renderClarificationPage(page: FormPage, view: ClarificationView, strings: FormStrings): Html {
  const { sent = null, code } = view
  const asked = flattenFields(view.remaining)
  const values = asked.map(({ path }) => {
    const refused = view.refused.find((each) => each.path === `additional_data.${path}`)
    return {
      path,
      problem: problemOf(page, path) ?? (refused === undefined ? null : reasonOf(path, refused.constraint)),
      hint: path.endsWith('.security_code') ? { text: strings.clarification.codeSent(view.phoneEnd) } : null,
    }
  })
  const { clarification: words, methods } = strings
  const [continues = words.text] = words.text.split(/(?<=\.) /)
  const again = view.refused.some(({ asked: counts }) => counts) || Object.keys(view.accepted).length > 0
  const sentence = again ? words.again : page.frame.ways === 'card' ? words.text : continues
  return renderAsked(page, strings, {
    action: 'clarification',
    time: renderCountdown(page.frame, strings, strings.form.answerWithin, view.expiresAt),
    head: html`<div>
        <h1 class="pf-h" id="pf-title" tabindex="-1">${sent === null ? words.title : words.enterCode}</h1>
        <p>${sent === null ? sentence : words.codeBy(sent.by)}</p>
      </div>
      ${sent && html`<p class="acs-note">${icon('info')}<span>${words.codeHint(sent.code)}</span></p>`}`,
    values,
    submit: renderSubmit(words.submit, { hasLock: false }),
    // A new code can be sent once the time of the last one is over (contract 16.4).
    end:
      code &&
      (code.isDue
        ? html`<div class="pf-ways">
            <button class="pf-back" type="button" data-action="resend-code">${methods.newCode}</button>
          </div>`
        : html`<p class="pf-help center">
            ${methods.newCodeIn} ${countdown(page.frame, strings, code.resendAt)}
          </p>`),
  })
}

/** A page with a field for each value, by groups, and a list for each value that is a bank. */
export function renderAsked(
  page: FormPage,
  strings: FormStrings,
  parts: {
    readonly action: 'details' | 'confirm' | 'clarification'
    readonly attributes?: Html
    readonly time: Html | null
    readonly head: Html
    readonly values: readonly ({ readonly path: string } & Pick<CollectedField, 'choices'> &
      Parameters<typeof renderAskedField>[3])[]
    readonly submit: Html | null
    /** Below the button. */
    readonly end?: Html | null
  },
): Html {
  const { frame } = page
  const values = inAskedOrder(parts.values.filter(({ choices }) => choices === undefined))
  const fields = askedFields(values, strings)
  const groups = [...new Set(fields.map(({ group }) => group))]
  const gridOf = (asked: typeof fields): Html => {
    const widths = fullWidths(asked)
    return html`<div class="pf-grid">
      ${asked.map((field, index) =>
        renderAskedField(page, field, strings, {
          ...values.find(({ path }) => path === field.path),
          isHalf: widths[index] === false,
          isGrouped: true,
        }),
      )}
    </div>`
  }
  const content = html`${renderOtherWays(frame, strings)} ${parts.head} ${renderNoScript(strings)}
  ${renderNotice(strings)} ${renderSummary()}
  ${
    fields.length === 1
      ? gridOf(fields)
      : groups.map(
          (group) =>
            html`<fieldset>
              <legend>${strings.groups[group]}</legend>
              ${gridOf(fields.filter((field) => field.group === group))}
            </fieldset>`,
        )
  }
  ${parts.values.flatMap(({ path, value, choices }) =>
    choices === undefined ? [] : [renderBanks(path, choices, value, strings)],
  )}
  ${parts.submit} ${parts.end ?? null}`
  return renderForm(frame, parts.action, renderWithSummary(frame, strings, parts.time, content), {
    attributes: parts.attributes ?? null,
  })
}
